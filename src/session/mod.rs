//! The session: options, the game being played, and the search that it starts and stops.
