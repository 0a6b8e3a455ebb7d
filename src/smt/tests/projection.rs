use super::*;
#[test]
fn experiment() {
    for (pool, own) in [(64, false), (64, true), (1000, false), (1000, true)] {
    for read in [0, 1, 2] {
        let mut terms = Terms::new();
        let xs: Vec<TermId> = (0..8).map(|_| terms.fresh("x", SortId::INT)).collect();
        let mut seed = 12345u64;
        let mut rnd = |n: u64| { seed ^= seed << 13; seed ^= seed >> 7; seed ^= seed << 17; (seed >> 11) % n };
        let mut smt = solver();
        let atoms: Vec<TermId> = (0..pool).map(|_| {
            let (a, b) = (xs[rnd(8) as usize], xs[rnd(8) as usize]);
            let (c, d) = (terms.int(rnd(5) as i64 - 2), terms.int(rnd(41) as i64 - 20));
            let prod = terms.app(Op::Mul, [c, b]);
            let sum = terms.app(Op::Add, [a, prod]);
            let atom = terms.le(sum, d);
            if own { let g = terms.fresh("g", SortId::BOOL); let r = terms.implies(g, atom); smt.assert(&terms, r); g } else { atom }
        }).collect();
        let start = std::time::Instant::now();
        let n = 20_000;
        for _ in 0..n {
            let picked: Vec<TermId> = (0..6).map(|_| atoms[rnd(pool) as usize]).collect();
            match smt.check(&terms, &picked) {
                Outcome::Sat if read == 1 => { let mut m = smt.model(); for x in &xs { m.value(&mut terms, *x); } }
                Outcome::Unsat if read == 2 => { smt.core(); }
                _ => {}
            }
        }
        let t = start.elapsed();
        eprintln!("pool {pool} own {own} read {read}: {:.0}/s {:?}", n as f64 / t.as_secs_f64(), smt.statistics());
    }}
}
