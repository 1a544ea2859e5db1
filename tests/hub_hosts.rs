//! What bot and analysis hosts of Hub send, line by line, as their sources have it: extra limits,
//! parameters never announced, parameters between position and search, stops that come late.

mod host;

use host::Host;

const START: &str = "Wbbbbbbbbbbbbbbbbbbbbeeeeeeeeeewwwwwwwwwwwwwwwwwwww";

fn done(host: &Host) -> String {
    let lines = host.lines_to("done");
    assert!(lines.iter().all(|line| line.starts_with("info ") || line.starts_with("done")));
    assert!(lines.iter().any(|line| line.contains(" score=")), "{lines:?}");
    lines[lines.len() - 1].clone()
}

/// A bot: options on the command line, a whole game with clock, pondering hit and missed.
#[test]
fn a_bot_host() {
    let mut host =
        Host::start_with(&["hub", "--book=false", "--log-file=/tmp/x.log", "--hash=16", "-v"]);
    host.send("hub");
    let lines = host.lines_to("wait");
    assert!(lines[0].starts_with("id name="), "nothing before the identity: {lines:?}");
    for line in &lines[..lines.len() - 1] {
        assert!(line.starts_with("id ") || line.starts_with("param "), "{line}");
        // It takes the choices of an enumeration from behind the last equals sign.
        assert!(
            !line.contains("type=enum")
                || line
                    .split('=')
                    .next_back()
                    .is_some_and(|values| { values.starts_with('"') && values.ends_with('"') })
        );
    }
    host.send("set-param name=bb-size value=5");
    host.send("set-param name=book value=false");
    host.send("set-param name=threads value=2");
    host.send("set-param name=variant value=normal");
    host.send("init");
    assert_eq!(host.line(), "ready");
    host.send("new-game");

    host.send(&format!("pos pos={START}"));
    host.send("level move-time=0.05");
    host.send("go think");
    let first = done(&host);
    assert!(first.starts_with("done move="), "{first}");

    // It takes the increment from the clock before it sends it, so that the clock goes below zero.
    for level in ["time=2.0 inc=0.1", "time=-0.05 inc=0.1", "time=-1.9 inc=1.9", "time=0.3"] {
        host.send(&format!("pos pos={START} moves=\"32-28 19-23 28x19x23 14x23x19\""));
        host.send(&format!("level {level}"));
        host.send("go think");
        assert!(done(&host).starts_with("done move="), "{level}");
    }

    // The move expected is played, then another one.
    host.send(&format!("pos pos={START} moves=\"32-28 19-23\""));
    host.send("level time=1.0 inc=0.1");
    host.send("go ponder");
    host.send("ponder-hit");
    assert!(done(&host).starts_with("done move="));
    host.send(&format!("pos pos={START} moves=\"32-28 19-23\""));
    host.send("level time=1.0 inc=0.1");
    host.send("go ponder");
    host.send("stop");
    assert!(done(&host).starts_with("done move="));

    // Weaker levels of a site.
    host.send(&format!("pos pos={START} moves=\"31-27\""));
    for level in ["handicap=4", "ply=3", "nodes=2000", "move-time=0.5"] {
        host.send(&format!("level {level}"));
    }
    host.send("go think");
    assert!(done(&host).starts_with("done move="));
    host.send("quit");
    assert!(host.ends_well().is_empty());
}

/// An analysis board: threads and hash set before each position, `infinite`, stops that come after
/// the end, finished and forced positions.
#[test]
fn an_analysis_host() {
    let mut host = Host::start();
    host.send("hub");
    host.send("set-param name=tt-size value=22");
    host.send("set-param name=variant value=normal");
    host.send("set-param name=bb-size value=3");
    host.send("init");
    host.lines_to("wait");
    assert_eq!(host.line(), "ready");
    for (moves, max_depth) in
        [("", 99), ("32-28", 3), ("32-28 19-23", 5), ("32-28 19-23 28x19x23", 99)]
    {
        host.send("set-param name=threads value=2");
        host.send("set-param name=hash value=8");
        host.send("init");
        assert_eq!(host.line(), "ready");
        if moves.is_empty() {
            host.send(&format!("pos pos={START}"));
        } else {
            host.send(&format!("pos pos={START} moves=\"{moves}\""));
        }
        if max_depth == 99 {
            host.send("level infinite");
        } else {
            host.send("level move-time=90");
            host.send(&format!("level depth={max_depth}"));
        }
        host.send("go analyze");
        host.find("info depth=1 ");
        host.send("stop");
        assert!(host.find("done").starts_with("done move="));
        host.send("stop");
        host.send("stop");
    }
    // A finished position is done without a move, a forced one has a line with a score.
    host.send("pos pos=Weeeeeeeebeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee");
    host.send("level infinite");
    host.send("go analyze");
    assert_eq!(done(&host), "done");
    host.send("stop");
    host.send("pos pos=Weebeeeeeeeeeeeeeeeeeeeeeeeebeeeeweeeeeeeeeeeeeeeee");
    host.send("level depth=1");
    host.send("go think");
    assert!(done(&host).starts_with("done move=33x22x28"));

    // Frisian with king-move counts.
    host.send("set-param name=variant value=frisian");
    host.send("init");
    host.find("ready");
    host.send("pos pos=WeeeeBbeeeeeeeeeeeeeeeeeeeeeeeeeWweeeeeeeeeeeeeeeee wolf=\"W32=2 B5=1\"");
    host.send("level move-time=0.05");
    host.send("go analyze");
    assert!(done(&host).starts_with("done move="));
    assert!(host.sync_by("ping", "pong").is_empty());
}
