"""The report: one HTML page that needs nothing else, with plots as SVG inside."""
