/** The harness that sends states to another process over a bad network. */
package io.github.freestep.benchmarks.app.remote;
