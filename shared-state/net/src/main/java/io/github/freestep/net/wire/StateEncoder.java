package io.github.freestep.net.wire;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.BodyFields;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.body.Quantiser;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.Blocks;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;

/**
 * Encodes states as datagrams, for any number of receivers. Not thread-safe: for one thread, such as one that reads the
 * states. Never blocks. Allocates nothing, except for blocks of slots that come into use.
 *
 * <p>Encode every state that the reader gets, in order. If no state comes for 100 ms, encode the newest one again: the
 * repeats of baselines and the receivers' clocks depend on it. All states must come from the same buffer.
 *
 * <p>The values of a state that are NaN or infinite are sent as zero, and an orientation without a length as the
 * identity.
 */
public final class StateEncoder {
    /** The greatest number of channels. With more, a body may not fit into a datagram. */
    public static final int MAX_CHANNELS = 44;

    /** How long every piece contains the anchor after it has changed. */
    private static final long ANCHOR_CHANGED_NANOS = 250_000_000;

    /** How long after the newest state the caller encodes the same state again. */
    private static final long AGAIN_NANOS = 100_000_000;

    /** How often pieces contain the anchor otherwise. */
    private static final long ANCHOR_REPEAT_NANOS = 150_000_000;

    private final StateLayout layout;
    private final BodyFields fields;
    private final Quantiser quantiser;
    private final SentBlock[] blocks;
    private final BaselineSchedule schedule;
    private final BaselineEncoder baselines;
    private final PieceEncoder pieces;
    private final PieceHeader header = new PieceHeader();
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor newAnchor = new TimeAnchor();
    private boolean hasEncoded;

    /** The time of the last call, as {@link #now} has returned it. */
    private long lastNanos;

    /** How long the sender's clock stood still between calls, as that of a match does in a pause. */
    private long stoodNanos;

    private boolean anchorsAll;
    private long anchorChangedNanos;
    private long anchorSentNanos;

    private final SentBaselines sent = new SentBaselines();
    private final PoseGrid grid;

    /** Null while states are for all. */
    private SharedBodies shared;

    private State state;

    /** Whether a client may not know of the run yet. */
    private boolean hasNewClient;

    /**
     * Creates an encoder that has sent nothing yet.
     *
     * @param layout the layout of all states that will be encoded
     * @param grid how exactly poses arrive
     * @param runId identifies this run of the simulation to receivers: another number after each restart, such as a
     *     random one
     * @throws IllegalArgumentException if the layout has more than {@value #MAX_CHANNELS} channels
     */
    public StateEncoder(StateLayout layout, PoseGrid grid, long runId) {
        this(layout, grid, runId, new WorldId(runId, runId, -1));
    }

    /**
     * Creates an encoder of a run that may continue another one.
     *
     * @param layout the layout of all states that will be encoded
     * @param grid how exactly poses arrive
     * @param runId as of {@link #StateEncoder(StateLayout, PoseGrid, long)}
     * @param world identifies the world, and the one that it continues
     * @throws IllegalArgumentException if the layout has more than {@value #MAX_CHANNELS} channels
     */
    public StateEncoder(StateLayout layout, PoseGrid grid, long runId, WorldId world) {
        int channels = layout.linearChannels().size() + layout.steppedChannels().size();
        if (channels > MAX_CHANNELS) {
            throw new IllegalArgumentException("a layout must have at most " + MAX_CHANNELS
                    + " channels, so that a body fits into a datagram, was " + channels
                    + "; use fewer, such as one for each value that remote frames show");
        }
        this.layout = layout;
        this.grid = grid;
        fields = new BodyFields(layout);
        quantiser = new Quantiser(layout, grid);
        blocks = new SentBlock[Blocks.of(layout.capacity())];
        schedule = new BaselineSchedule(blocks.length);
        baselines = new BaselineEncoder(layout, grid, runId, world);
        pieces = new PieceEncoder(layout, grid);
        header.run = (int) runId;
    }

    /**
     * Sets whether every piece has the anchor, for receivers that do not get all states. Default: false.
     *
     * @param all whether the pieces that are encoded from now on have it
     */
    public void anchorAll(boolean all) {
        anchorsAll = all;
    }

    /**
     * Encodes one state. Calls the output for each datagram, on the calling thread. If the output throws an exception,
     * the caller gets it, and the datagrams that the output has not taken count as lost.
     *
     * @param state the state; its values must not change during the call
     * @param stampNanos the time now, in nanoseconds of the sender's clock; must not be below that of the call before
     * @param output where the datagrams go
     */
    public void encode(State state, long stampNanos, DatagramOutput output) {
        long now = now(state, stampNanos);
        int used = Blocks.of(state.slots());
        long effective = sent.effective(now);
        quantise(state, used, effective, now);
        sendBaselines(state, used, now, output);
        sent.add(baselines.sequence(), now);
        header(state, now, effective);
        pieces.encode(state, blocks, header, output);
    }

    /**
     * Returns the time by which repeats are due: the stamp plus the time for which the sender's clock stood still. By
     * the stamp alone, nothing would be repeated then, so a receiver that joins would get nothing.
     */
    private long now(State next, long stampNanos) {
        if (hasEncoded && stampNanos == header.stampNanos && next.tick() == header.tick) {
            stoodNanos += AGAIN_NANOS;
        }
        long now = stampNanos + stoodNanos;
        lastNanos = hasEncoded ? lastNanos : now;
        header.stampNanos = stampNanos;
        baselines.at(stampNanos, now);
        return now;
    }

    /**
     * Begins a state of which clients are sent different bodies. Then call
     * {@link #encode(ClientBodies, DatagramOutput)} for each client. An encoder encodes all of its states either for
     * all or for each client.
     *
     * @param state as of {@link #encode(State, long, DatagramOutput)}; must not change until the next call
     * @param stampNanos as of {@link #encode(State, long, DatagramOutput)}
     * @param output is called for a datagram from which receivers learn of the run
     */
    public void begin(State state, long stampNanos, DatagramOutput output) {
        long now = now(state, stampNanos);
        if (shared == null) {
            shared = new SharedBodies(layout, grid);
            header.isOfClient = true;
        }
        if (hasNewClient || schedule.isNewDue(0, lastNanos, now)) {
            baselines.encode(state.slots(), blocks, 0, 0, output);
            hasNewClient = false;
        }
        shared.begin(state, lastNanos, now);
        header(state, now, 0);
        this.state = state;
    }

    /** Encodes what one client is sent of the state that was begun last. */
    public void encode(ClientBodies client, DatagramOutput output) {
        input(state);
        long highest = header.number;
        hasNewClient |= client.newest() == 0;
        client.encode(shared, state, header, output);
        header.number = Math.max(highest, header.number);
    }

    private void quantise(State state, int used, long effective, long nowNanos) {
        quantiser.open(state);
        for (int i = 0; i < used; i++) {
            SentBlock block = blocks[i];
            if (block == null) {
                block = new SentBlock(fields.block);
                // The block counts as sent, so that the first baselines, too, are spread over a round.
                block.sentNanos = nowNanos;
                blocks[i] = block;
            }
            block.mature(effective);
            if (block.version != StateInside.version(state, i)) {
                block.version = StateInside.version(state, i);
                quantiser.block(state, i, block.now);
                block.compared = false;
            }
        }
    }

    private void sendBaselines(State state, int used, long nowNanos, DatagramOutput output) {
        if (!hasEncoded || used == 0 && schedule.isNewDue(0, lastNanos, nowNanos)) {
            // An empty baseline, because receivers learn of the run by its baselines, and need none of new bodies.
            baselines.encode(state.slots(), blocks, 0, 0, output);
        }
        int first = -1;
        for (int i = 0; i <= used; i++) {
            boolean due = i < used && isDue(i, nowNanos);
            if (due && first < 0) {
                first = i;
            } else if (!due && first >= 0) {
                baselines.encode(state.slots(), blocks, first, i, output);
                first = -1;
            }
        }
    }

    private boolean isDue(int number, long nowNanos) {
        SentBlock block = blocks[number];
        boolean isNew = schedule.isNewDue(number, lastNanos, nowNanos) && block.needsNew(baselines.sequence());
        if (isNew) {
            block.renews = true;
        }
        return isNew || schedule.isRepeatDue(number, block.sentNanos, nowNanos);
    }

    /** Only the first piece has the input, so the header does not keep it. */
    private void input(State state) {
        header.hasInput = state.inputSequence() != 0;
        header.inputSequence = state.inputSequence();
        header.inputNanos = state.inputNanos();
    }

    /** Sets the fields of the pieces. For the next call, this one has been. */
    private void header(State state, long nowNanos, long effective) {
        header.tick = state.tick();
        header.simulationNanos = state.simulationNanos();
        header.startedNanos = StateInside.startedNanos(state);
        header.slots = state.slots();
        header.baselines = effective;
        input(state);
        state.anchor(newAnchor);
        if (!hasEncoded || !anchor.same(newAnchor)) {
            anchor.set(newAnchor);
            header.anchorNumber++;
            anchorChangedNanos = nowNanos;
        }
        header.hasAnchor = anchorsAll
                || nowNanos - anchorChangedNanos <= ANCHOR_CHANGED_NANOS
                || nowNanos - anchorSentNanos >= ANCHOR_REPEAT_NANOS;
        if (header.hasAnchor) {
            anchorSentNanos = nowNanos;
            header.anchorWallNanos = anchor.wallNanos();
            header.anchorSimulationNanos = anchor.simulationNanos();
            header.scaleNumerator = anchor.scaleNumerator();
            header.scaleDenominator = anchor.scaleDenominator();
        }
        hasEncoded = true;
        lastNanos = nowNanos;
    }
}
