#!/usr/bin/env node
// The command. It stands apart from its bundle because npm links it before the bundle is made.
import '../dist/cli.js';
