//! Commands and events as plain data: what passes between the protocols and the session.
