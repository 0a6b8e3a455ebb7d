//! horn
