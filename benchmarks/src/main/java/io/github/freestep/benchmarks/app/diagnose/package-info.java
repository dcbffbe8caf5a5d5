/** The command {@code diagnose}: says what happened in a motion trace, and draws it. */
package io.github.freestep.benchmarks.app.diagnose;
