//! Text of people: square names, FEN, moves. Plain [`crate::rules::Setup`]s and
//! [`crate::rules::Play`]s on the other side; it knows neither protocols nor search.
