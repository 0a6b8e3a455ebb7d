//! Near misses: which known name was probably meant.

/// The known name nearest to `name`, if it is near enough to be a slip.
pub(super) fn nearest<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    const LONGEST: usize = 200;
    if name.len() > LONGEST {
        return None;
    }
    let wanted: Vec<char> = name.chars().collect();
    let slips = (wanted.len() / 3).clamp(1, 3);
    known
        .filter(|k| k.len().abs_diff(name.len()) <= 4 * slips)
        .filter_map(|k| {
            let distance = distance(&wanted, k);
            (distance <= slips && distance < wanted.len()).then_some((distance, k))
        })
        .min()
        .map(|(_, k)| k)
}

/// Edits, of one character each, that turn one word into the other; another case is half an edit, rounded up.
fn distance(a: &[char], b: &str) -> usize {
    let mut row: Vec<usize> = (0..=a.len()).map(|i| 2 * i).collect();
    for (j, d) in b.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = 2 * (j + 1);
        for (i, &c) in a.iter().enumerate() {
            let replace = if c == d { 0 } else { 2 - usize::from(c.eq_ignore_ascii_case(&d)) };
            let best = (diagonal + replace).min(row[i] + 2).min(row[i + 1] + 2);
            diagonal = std::mem::replace(&mut row[i + 1], best);
        }
    }
    row[a.len()].div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn slips_are_found_and_other_words_are_not() {
        let known = ["declare-fun", "invariant", "Int", "x", "X1"];
        let near = |name| nearest(name, known.into_iter());
        assert_eq!(near("declare_fun"), Some("declare-fun"));
        assert_eq!(near("invarient"), Some("invariant"));
        assert_eq!(near("INT"), Some("Int"));
        assert_eq!(near("x1"), Some("X1"));
        assert_eq!(near("y"), None);
        assert_eq!(near("something"), None);
    }
}
