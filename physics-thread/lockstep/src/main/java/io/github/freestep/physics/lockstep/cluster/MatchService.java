package io.github.freestep.physics.lockstep.cluster;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.github.freestep.internal.Inside;
import io.github.freestep.physics.lockstep.LockstepTransport;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.link.MatchRules;
import io.github.freestep.physics.lockstep.link.Snapshot;
import io.github.freestep.physics.lockstep.packets.PeerNumber;
import io.github.freestep.physics.lockstep.sequencer.Sequencer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.agrona.DirectBuffer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.concurrent.UnsafeBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The sequencer of a match as the replicated state machine of a cluster. Every node gets the same packets and the same
 * times from the log; only the leader's packets are sent.
 *
 * <p>The leader requests a snapshot each time the log has grown by {@code snapshotBytes}, and all nodes take it at the
 * same place of the log. A node that starts again loads its newest snapshot, and repeats the log after it.
 */
final class MatchService implements ClusteredService {
    private static final long TIMER = 1;
    /** Each timer is an entry of the log, so two are not closer than this. */
    private static final long STEP_NANOS = 1_000_000;

    private static final long NOT_SCHEDULED = Long.MIN_VALUE;

    private final MatchRules rules;
    private final long snapshotBytes;
    private Sequencer sequencer;
    private final Long2ObjectHashMap<ClientSession> sessions = new Long2ObjectHashMap<>();
    /** The peer of each session, which has only one, so that no client can make the nodes remember any number. */
    private final Long2LongHashMap peers = new Long2LongHashMap(PeerNumber.NONE);

    private final byte[] outgoing = new byte[PeerNumber.BYTES + LockstepTransport.MAX_PACKET];
    private final UnsafeBuffer outgoingBuffer = new UnsafeBuffer(outgoing);
    private final ByteBuffer incoming = ByteBuffer.allocate(LockstepTransport.MAX_PACKET);

    private Cluster cluster;
    private long clockOffset;
    private boolean clockKnown;
    private long newestNanos;
    private long scheduledNanos = NOT_SCHEDULED;

    private BooleanSupplier snapshotRequest = () -> false;
    /** The position in the log at the newest request. A failed snapshot is requested again after as many bytes. */
    private long requestedPosition;

    private volatile long snapshotPosition;
    private volatile long entries;
    private volatile boolean leader;

    /** Creates the service. The leader requests a snapshot each {@code snapshotBytes} of the log. */
    MatchService(MatchSettings settings, long snapshotBytes) {
        rules = Inside.of(settings);
        this.snapshotBytes = snapshotBytes;
        // No player runs in the process of a node.
        sequencer = new Sequencer(rules, this::send, peer -> false);
    }

    /** Sets how to request a snapshot of all nodes. It returns false if that is not possible at the moment. */
    void onSnapshotDue(BooleanSupplier request) {
        snapshotRequest = request;
    }

    /** Returns how many bytes of frames a snapshot may have. */
    long history() {
        return rules.history();
    }

    /** Returns the position in the log of the newest snapshot; 0 if there is none. */
    long snapshotPosition() {
        return snapshotPosition;
    }

    /** Returns how many entries of the log the match has taken since the start of this node. */
    long entries() {
        return entries;
    }

    boolean isLeader() {
        return leader;
    }

    @Override
    public void onStart(Cluster started, @Nullable Image snapshot) {
        cluster = started;
        if (snapshot != null) {
            load(SnapshotFiles.read(snapshot, cluster.idleStrategy()));
            snapshotPosition = cluster.logPosition();
        }
    }

    private void load(byte[] snapshot) {
        Snapshot state = Snapshot.load(snapshot);
        sequencer = Sequencer.load(rules, this::send, peer -> false, state);
        copy(state);
        state.end();
    }

    private byte[] save() {
        Snapshot state = Snapshot.save();
        sequencer.save(state);
        copy(state);
        return state.saved();
    }

    /** Saves or loads what the sequencer does not know. Comes after its state, which begins with the version. */
    private void copy(Snapshot state) {
        clockOffset = state.copy(clockOffset);
        clockKnown = state.copy(clockKnown);
        newestNanos = state.copy(newestNanos);
        scheduledNanos = state.copy(scheduledNanos);
        int count = state.copy(peers.size());
        if (!state.loads()) {
            peers.forEachLong((id, peer) -> {
                ClientSession newest = sessions.get(peer);
                state.copy(id);
                state.copy(peer);
                state.copy(newest != null && newest.id() == id);
            });
            return;
        }
        for (int i = 0; i < count; i++) {
            long id = state.copy(0L);
            long peer = state.copy(0L);
            boolean isNewest = state.copy(false);
            peers.put(id, peer);
            if (isNewest) {
                sessions.put(peer, cluster.getClientSession(id));
            }
        }
    }

    @Override
    public void onSessionOpen(ClientSession session, long timestamp) {}

    @Override
    public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {
        sessions.values().removeIf(each -> each == session);
        peers.remove(session.id());
    }

    @Override
    public void onSessionMessage(
            ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        int packetLength = length - PeerNumber.BYTES;
        if (packetLength >= 0 && packetLength <= incoming.capacity()) {
            long peer = buffer.getLong(offset, ByteOrder.BIG_ENDIAN);
            long known = peers.get(session.id());
            if (peer == PeerNumber.NONE || known != PeerNumber.NONE && known != peer) {
                return;
            }
            peers.put(session.id(), peer);
            sessions.put(peer, session);
            buffer.getBytes(offset + PeerNumber.BYTES, incoming.array(), 0, packetLength);
            long now = matchNanos(timestamp);
            sequencer.onPacket(peer, incoming.clear().limit(packetLength), now);
            work(now);
        }
    }

    @Override
    public void onTimerEvent(long correlation, long timestamp) {
        scheduledNanos = NOT_SCHEDULED;
        work(matchNanos(timestamp));
    }

    private void work(long now) {
        entries++; // Only this thread writes it.
        long position = cluster.logPosition();
        boolean isDue = position - Math.max(snapshotPosition, requestedPosition) >= snapshotBytes;
        if (leader && isDue && snapshotRequest.getAsBoolean()) {
            requestedPosition = position;
        }
        long next = Math.max(sequencer.onTime(now), now + STEP_NANOS);
        if (next != scheduledNanos) {
            scheduledNanos = next;
            cluster.idleStrategy().reset();
            while (!cluster.scheduleTimer(TIMER, next + clockOffset)) {
                cluster.idleStrategy().idle();
            }
        }
    }

    /** The time of the match continues where it was even if the clock of a new leader differs, and never goes back. */
    private long matchNanos(long timestamp) {
        if (!clockKnown) {
            clockKnown = true;
            clockOffset = timestamp - newestNanos;
        }
        newestNanos = Math.max(newestNanos, timestamp - clockOffset);
        return newestNanos;
    }

    @Override
    public void onNewLeadershipTermEvent(
            long term,
            long position,
            long timestamp,
            long termBasePosition,
            int leaderId,
            int logSession,
            TimeUnit unit,
            int version) {
        clockKnown = false;
        scheduledNanos = NOT_SCHEDULED;
        work(matchNanos(timestamp));
    }

    private void send(long peer, ByteBuffer packet) {
        ClientSession session = sessions.get(peer);
        int length = packet.remaining();
        if (session != null && length <= LockstepTransport.MAX_PACKET) {
            outgoingBuffer.putLong(0, peer, ByteOrder.BIG_ENDIAN);
            packet.get(packet.position(), outgoing, PeerNumber.BYTES, length);
            // Dropped if the session's queue is full; on a follower, nothing is sent.
            session.offer(outgoingBuffer, 0, PeerNumber.BYTES + length);
        }
    }

    @Override
    public void onTakeSnapshot(ExclusivePublication publication) {
        SnapshotFiles.write(save(), publication, cluster.idleStrategy());
        snapshotPosition = cluster.logPosition();
    }

    @Override
    public void onRoleChange(Cluster.Role role) {
        leader = role == Cluster.Role.LEADER;
        requestedPosition = 0;
    }

    @Override
    public void onTerminate(Cluster terminated) {
        leader = false;
    }
}
