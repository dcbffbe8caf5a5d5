package io.github.freestep.physics.thread;

import io.github.freestep.internal.FineTimer;
import io.github.freestep.time.NanoClock;

/**
 * How a worker waits, and what it requests from the system.
 *
 * @param name the name of its thread
 * @param clock the clock of its runs
 * @param spinBudgetPerMille the thousandths of a core that it may spin
 * @param timer raised while it runs
 * @param systemRequests made for its thread
 */
public record WorkerSettings(
        String name, NanoClock clock, int spinBudgetPerMille, FineTimer timer, SystemRequests systemRequests) {}
