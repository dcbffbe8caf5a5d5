package io.github.freestep.net.wire;

import io.github.freestep.internal.WorldId;
import io.github.freestep.net.body.PoseGrid;
import io.github.freestep.net.codec.ByteWriter;
import io.github.freestep.state.State;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.content.StateInside;
import io.github.freestep.time.TimeAnchor;
import java.nio.ByteBuffer;

/**
 * Encodes states as datagrams, for any number of receivers. Not thread-safe: for one thread, such as one that reads the
 * states. Never blocks. Allocates nothing, except for blocks of slots that come into use.
 *
 * <p>Begin every state that the reader gets, in order, and encode it for each client that is to be sent it. If no state
 * comes for 100 ms, do the same with the newest one again, because the receivers' clocks depend on it. All states must
 * come from the same buffer.
 *
 * <p>The values of a state that are NaN or infinite are sent as zero, and an orientation without a length as the
 * identity.
 */
public final class StateEncoder {
    /** The greatest number of channels. With more, a body may not fit into a datagram. */
    public static final int MAX_CHANNELS = 44;

    /** How long after the newest state the caller encodes the same state again. */
    private static final long AGAIN_NANOS = 100_000_000;

    /** How often receivers are told of the run, in case they have given up asking for what they have missed. */
    private static final long ANNOUNCE_NANOS = 500_000_000;

    private final RunHeader run = new RunHeader();
    private final ByteWriter writer = new ByteWriter();
    private final byte[] datagram = new byte[PieceHeader.MAX_BYTES];
    private final PieceHeader header = new PieceHeader();
    private final TimeAnchor anchor = new TimeAnchor();
    private final TimeAnchor newAnchor = new TimeAnchor();
    private boolean hasEncoded;

    /** The time of the newest state, as {@link #now} has returned it. */
    private long nowNanos;

    /** How long the sender's clock stood still between calls, as that of a match does in a pause. */
    private long stoodNanos;

    /** When receivers were last told of the run. */
    private long announcedNanos;

    /** The states from which later ones are encoded, and the datagrams for all clients and for each. */
    final SentStates states;

    private final SharedBlocks blocks;
    private final ClientRecords records;

    /** The highest number of a datagram of any client. */
    private long highest;

    /** The state that was begun last, and whether it is the newest of those that were sent. */
    private State state;

    private boolean isSent;

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
        PieceEncoder encoder = new PieceEncoder(layout, grid);
        states = new SentStates(layout, grid);
        blocks = new SharedBlocks(layout, states, encoder);
        records = new ClientRecords(layout, states, encoder);
        run.run = runId;
        run.world(world);
        run.layout = RunHeader.hash(layout);
        run.capacity = layout.capacity();
        run.shift = grid.shift();
        run.turns = grid.turns();
    }

    /**
     * Returns the time by which repeats are due: the stamp plus the time for which the sender's clock stood still. By
     * the stamp alone, nothing would be repeated then, so a receiver that joins would get nothing.
     */
    private long now(State next, long stampNanos) {
        if (hasEncoded && stampNanos == header.stampNanos && next.tick() == header.tick) {
            stoodNanos += AGAIN_NANOS;
        }
        header.stampNanos = stampNanos;
        return stampNanos + stoodNanos;
    }

    /**
     * Begins a state. Then call {@link #encode} for each client that is to be sent it. If the output throws an
     * exception, the caller gets it, and the datagrams that the output has not taken count as lost.
     *
     * @param next its values must not change until the next call
     * @param stampNanos the time now, in nanoseconds of the sender's clock; must not be below that of the call before
     * @param output is called for a datagram from which receivers learn of the run
     */
    public void begin(State next, long stampNanos, DatagramOutput output) {
        state = next;
        nowNanos = now(state, stampNanos);
        if (hasNewClient || !hasEncoded || nowNanos - announcedNanos >= ANNOUNCE_NANOS) {
            announcedNanos = nowNanos;
            hasNewClient = false;
            run.stampNanos = stampNanos;
            writer.open(datagram, 0);
            run.write(writer);
            output.stream(ByteBuffer.wrap(datagram, 0, writer.position()));
        }
        isSent = false;
        header();
    }

    /** Encodes what a client is sent of the state that was begun last, for which its bodies are chosen. */
    public void encode(ClientBodies client, DatagramOutput output) {
        open(client, true, client.number);
        client.encode(records, state, header, output);
        highest = Math.max(highest, client.newest());
    }

    /** Encodes what a client is sent of the state that was begun last, which is all of it. */
    public void encode(ClientBlocks client, DatagramOutput output) {
        open(client, false, 0);
        blocks.send(client, header, nowNanos, output);
        highest = Math.max(highest, client.newest());
    }

    private void open(ClientMemory client, boolean isOfClient, int number) {
        header.inputSequence = state.inputSequence();
        if (!isSent) {
            isSent = true;
            states.nowNanos = nowNanos;
            states.begin(state, header);
            blocks.kept = 0;
        }
        hasNewClient |= client.begin(highest);
        header.isOfClient = isOfClient;
        header.run = (int) run.run ^ number;
        // Only the first piece has the input, so the header does not keep it.
        header.hasInput = state.inputSequence() != 0;
        header.inputNanos = state.inputNanos();
    }

    /** Sets the fields of the pieces. For the next call, this one has been. */
    private void header() {
        header.tick = state.tick();
        header.simulationNanos = state.simulationNanos();
        header.startedNanos = StateInside.startedNanos(state);
        header.slots = state.slots();
        state.anchor(newAnchor);
        if (!hasEncoded || !anchor.same(newAnchor)) {
            anchor.set(newAnchor);
            header.anchorNumber++;
            header.anchorWallNanos = anchor.wallNanos();
            header.anchorSimulationNanos = anchor.simulationNanos();
            header.scaleNumerator = anchor.scaleNumerator();
            header.scaleDenominator = anchor.scaleDenominator();
        }
        hasEncoded = true;
    }
}
