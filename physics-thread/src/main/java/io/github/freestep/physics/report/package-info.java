/** Reports of a run besides events: the ledger of time, the ticks that no picture shows, and the names of faults. */
package io.github.freestep.physics.report;
