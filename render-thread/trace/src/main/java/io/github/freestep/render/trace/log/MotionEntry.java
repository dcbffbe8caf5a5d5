package io.github.freestep.render.trace.log;

/** What a {@link MotionLog} is made of. Immutable. */
public sealed interface MotionEntry permits StateTimes, TickWork, ShownFrame {}
