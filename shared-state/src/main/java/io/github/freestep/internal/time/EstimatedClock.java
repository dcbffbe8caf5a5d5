package io.github.freestep.internal.time;

import io.github.freestep.time.NanoClock;

/**
 * A clock that estimates the clock of another machine. States with such a clock have come over a network, so a reader
 * that looks for the cause of a gap asks {@code states.clock() instanceof EstimatedClock}. Public only for our other
 * modules.
 */
public interface EstimatedClock extends NanoClock {}
