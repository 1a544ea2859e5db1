fn main() {
    let args: Vec<String> = std::env::args().collect();
    let v = crownhead::rules::variants::find(&args[1]).unwrap();
    let s = v.start();
    let d: u32 = args[2].parse().unwrap();
    let n = if args[3] == "custom" { v.perft_as_custom(&s, d) } else { v.perft(&s, d) };
    eprintln!("{n}");
}
