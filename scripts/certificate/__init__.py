"""What `check_certificate.py` is made of. It shares nothing with Alphorn: neither code nor files."""
