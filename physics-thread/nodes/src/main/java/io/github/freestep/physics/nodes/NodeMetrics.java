package io.github.freestep.physics.nodes;

/**
 * Figures of a node at one moment, for a monitor. The counts begin at zero when the node starts.
 *
 * <pre>{@code
 * NodeMetrics now = nodes.metrics();
 * gauge("rooms", now.rooms());
 * gauge("beat.age.seconds", now.beatAgeNanos() / 1e9); // about 0.1 while the store answers
 * }</pre>
 *
 * @param rooms the number of rooms that run here, or are starting or stopping
 * @param left how many rooms have moved from here to another node, or were closed, with a confirmed save
 * @param lost how many rooms this node has lost to another owner, or because it could not renew its lease in time
 * @param failed how many rooms have failed by themselves, such as by an exception in a step
 * @param standStills how often this node did not look at its rooms for 0.5 s or more, because it got no processor
 * @param beatAgeNanos how long ago this node wrote the newest beat that it has read back from the store, which is about
 *     a tenth of a second while the store answers; {@link Long#MAX_VALUE} if no beat was read back yet. A node whose
 *     beats are older than 2 s loses its rooms.
 */
public record NodeMetrics(int rooms, long left, long lost, long failed, long standStills, long beatAgeNanos) {}
