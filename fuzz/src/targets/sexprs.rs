//! The S-expression reader.

use alphorn::sexpr::Sexprs;
use std::str;

/// Spans lie within the text, children within their lists, and a text that is written flat reads the same.
pub fn sexprs(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else { return };
    let (all, _) = Sexprs::read_prefix(text);
    let mut last = 0;
    for top in all.iter() {
        let span = top.span();
        assert!(last <= span.start && span.start < span.end && span.end as usize <= text.len());
        last = span.end;
        let count = top.descendants().count();
        for child in top.children() {
            assert!(span.start < child.span().start && child.span().end < span.end);
        }
        let flat = top.flat();
        let again = Sexprs::read(&flat).expect("what was read and written is read again");
        let mut again = again.iter();
        let same = again.next().expect("one S-expression is written as one");
        assert!(again.next().is_none(), "one S-expression is written as one");
        assert_eq!((same.descendants().count(), same.flat()), (count, flat.clone()));
    }
}
