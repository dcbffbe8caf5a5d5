/**
 * What a run reports to other threads besides its events: the ledger of time, which ticks no picture can show, and in
 * which operation a fault occurred. Any thread may read, and the stepping thread never waits for it.
 */
package io.github.freestep.physics.report;
