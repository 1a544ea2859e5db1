use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let v = crownhead::rules::variants::find(&args[1]).unwrap();
    let s = v.start();
    let d: u32 = args[2].parse().unwrap();
    match &*args[3] {
        "custom" => eprintln!("{}", v.perft_as_custom(&s, d)),
        "built" => eprintln!("{}", v.perft(&s, d)),
        _ => {
            let mut best = [f64::MAX; 2];
            for _ in 0..15 {
                let t = Instant::now();
                std::hint::black_box(v.perft(&s, d));
                best[0] = best[0].min(t.elapsed().as_secs_f64());
                let t = Instant::now();
                std::hint::black_box(v.perft_as_custom(&s, d));
                best[1] = best[1].min(t.elapsed().as_secs_f64());
            }
            eprintln!(
                "{:14} d{d} {:.2} ms {:.2} ms ratio {:.3}",
                args[1],
                best[0] * 1e3,
                best[1] * 1e3,
                best[1] / best[0]
            );
        }
    }
}
