//! Exact rationals, simplex with Farkas certificates, integer tools.
