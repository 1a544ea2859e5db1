//! Protocols: text to commands, events to text. They know no rules.
