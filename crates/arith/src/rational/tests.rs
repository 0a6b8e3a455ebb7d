use super::*;
use dashu_int::ops::*;
use proptest::prelude::*;
use std::hash::{BuildHasher, RandomState};

/// Numbers of every size around the edges of a word.
fn integers() -> impl Strategy<Value = IBig> {
    prop_oneof![
        (-6i64..=6).prop_map(IBig::from),
        any::<i64>().prop_map(IBig::from),
        prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(i64::MIN + 1)].prop_map(IBig::from),
        (any::<i64>(), 0usize..200).prop_map(|(n, shift)| IBig::from(n) << shift),
    ]
}

fn rationals() -> impl Strategy<Value = RBig> {
    (integers(), integers())
        .prop_filter_map("a denominator", |(n, d)| (!d.is_zero()).then(|| RBig::from_parts_signed(n, d)))
}

proptest! {
    #[test]
    fn agrees_with_big_rationals(a in rationals(), b in rationals(), c in rationals()) {
        let (x, y) = (Rational::from(a.clone()), Rational::from(b.clone()));
        prop_assert_eq!(x.to_rbig(), a.clone());
        let same = |ours: Rational, theirs: RBig| ours == Rational::from(theirs);
        prop_assert!(same(&x + &y, &a + &b));
        prop_assert!(same(&x - &y, &a - &b));
        prop_assert!(same(&x * &y, &a * &b));
        if !y.is_zero() {
            prop_assert!(same(&x / &y, &a / &b));
        }
        let mut fused = x.clone();
        fused.add_mul(&y, &Rational::from(c.clone()));
        prop_assert!(same(fused, &a + &b * &c));
        prop_assert!(same(-&x, -&a));
        prop_assert!(same(x.abs(), a.clone().abs()));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.sign(), a.cmp(&RBig::ZERO));
        prop_assert_eq!(x.floor(), Rational::from(a.floor()));
        prop_assert_eq!(x.ceil(), Rational::from(a.ceil()));
        prop_assert_eq!(x.is_integer(), a.is_int());
        prop_assert_eq!(x.to_string(), a.to_string());
    }

    /// A value computed through big intermediate results is the same object as one that never left the words.
    #[test]
    fn comes_back_to_words(n in any::<i64>(), d in 1..=i64::MAX, k in integers().prop_filter("zero", |k| !k.is_zero())) {
        let plain = Rational::new(n, d).unwrap();
        let k = Rational::from(k);
        let detour = &(&plain * &k) / &k;
        prop_assert!(matches!(detour.0, Small(..)));
        let hasher = RandomState::new();
        prop_assert_eq!(hasher.hash_one(&detour), hasher.hash_one(&plain));
        prop_assert_eq!(detour, plain);
    }

    #[test]
    fn content_leaves_coprime_integers(values in prop::collection::vec(rationals(), 1..5)) {
        let values: Vec<Rational> = values.into_iter().map(Rational::from).collect();
        let unit = content(&values);
        prop_assert_eq!(unit.is_zero(), values.iter().all(Rational::is_zero));
        if !unit.is_zero() {
            prop_assert!(unit.is_positive());
            let integers: Vec<IBig> = values.iter().map(|v| (v / &unit).to_integer().unwrap()).collect();
            let gcd = integers.iter().fold(UBig::ZERO, |g, n| {
                if g.is_zero() { n.clone().unsigned_abs() } else { g.gcd(n) }
            });
            prop_assert_eq!(gcd, UBig::ONE);
        }
    }
}

#[test]
fn is_two_words() {
    assert_eq!(size_of::<Rational>(), 16);
}

#[test]
fn by_value_and_by_reference() {
    let (a, b) = (Rational::new(1, 2).unwrap(), Rational::new(1, 3).unwrap());
    let mut c = a.clone();
    c += &b;
    c -= b.clone();
    c *= &b;
    c /= b.clone();
    assert_eq!(c, a);
    assert_eq!(a.clone() + &b, Rational::new(5, 6).unwrap());
    assert_eq!(&a - b.clone(), Rational::new(1, 6).unwrap());
    assert_eq!(a.clone() * b.clone(), Rational::new(1, 6).unwrap());
    assert_eq!(a.recip(), Some(Rational::from(2)));
    assert_eq!(Rational::ZERO.recip(), None);
    assert_eq!(Rational::new(1, 0), None);
    assert_eq!([a, b].into_iter().sum::<Rational>().to_string(), "5/6");
}
