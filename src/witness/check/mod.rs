//! Independent checking of evidence.
