package io.github.freestep.physics.lockstep;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.net.link.Link;
import io.github.freestep.net.link.Packet;
import io.github.freestep.physics.lockstep.link.InputBody;
import io.github.freestep.physics.lockstep.link.InputFrame;
import io.github.freestep.physics.lockstep.link.JoinRequest;
import io.github.freestep.physics.lockstep.link.Messages;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * A peer that speaks the messages of a match itself, so that tests of the sequencer need no session, and so that it can
 * lie. Its world is one number, into which each tick mixes all inputs.
 */
final class ScriptedPeer implements SimulatedNetwork.Participant, Messages.ToSession, InputBody.Visitor {
    final List<String> said = new ArrayList<>();
    final Map<Long, Long> hashes = new HashMap<>();
    final List<Long> arrivals = new ArrayList<>();
    final List<Integer> delays = new ArrayList<>();
    final List<Integer> left = new ArrayList<>();

    MatchSettings settings;
    boolean exact = true;
    long identity;
    boolean silent;
    /** Whether its process stands still. */
    boolean frozen;

    boolean answersSave = true;
    boolean savesWrongWorld;
    int worldBytes = 30_000;
    long savedTick = -1;
    int saves;
    long lieAt = -1;
    long quietFrom = Long.MAX_VALUE;
    long stepNanos;
    int commandBytes;
    int player = -1;
    long tick;
    long newest;
    boolean active;
    Messages.Start start;
    String end;

    /** What the peer says if it is to be compared. */
    byte[] values = {1};

    String difference;
    double rate = 1;
    long waitedFor;

    private final LockstepTransport connection;
    private final int wanted;
    private final ByteBuffer out = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
    /** Frames that were not stepped yet. */
    private final Queue<ByteBuffer> waiting = new ArrayDeque<>();

    private final long seed;
    private Link link;
    private long state = 1;
    private long nextInput;
    private long busyUntil;
    private long statusAt;
    private byte[] world;
    private byte[] toSend;
    private long toSendTick;
    private int sentBytes;
    private InputFrame frame;
    private long welcomedAt;

    ScriptedPeer(SimulatedNetwork network, MatchSettings settings, int wanted, SimulatedNetwork.Conditions conditions) {
        this(network.connect(conditions), settings, wanted, network.random().nextLong());
        network.add(this);
    }

    ScriptedPeer(LockstepTransport connection, MatchSettings settings, int wanted, long seed) {
        this.connection = connection;
        this.settings = settings;
        this.wanted = wanted;
        this.seed = seed;
    }

    /** Sends any message. */
    void send(Consumer<ByteBuffer> message) {
        message.accept(out.clear());
        link.offer(Packet.URGENT, out.flip());
    }

    @Override
    public void doWork(long now) {
        if (frozen) {
            return;
        }
        if (link == null) {
            link = new Link(seed & -1L >>> 16 | 1, InputFrame.maxLength(settings.rules) + 1, now);
            frame = new InputFrame(settings.rules);
            busyUntil = now;
            statusAt = now;
            send(to -> Messages.writeJoin(to, new JoinRequest(wanted, exact, identity, "", settings.rules.entries())));
        }
        boolean isThere = !silent && end == null;
        if (isThere) {
            // Before the request for a save is taken, so that a test can let the save take time.
            sendWorld();
        }
        connection.poll(from -> receive(from, now));
        if (isThere && end == null) {
            step(now);
        }
        link.flush(now, connection::send);
    }

    private void receive(ByteBuffer from, long now) {
        if (Packet.token(from) != link.token) {
            return;
        }
        try {
            link.onPacket(from, now);
            for (ByteBuffer message; (message = link.take()) != null; ) {
                if (message.get(message.position()) == 32) {
                    arrivals.add(now);
                }
                Messages.read(message, frame, this);
            }
        } catch (InvalidMessageException e) {
            throw new AssertionError(e);
        }
    }

    private void step(long now) {
        while (!waiting.isEmpty() && now - busyUntil >= 0 && (world == null || start != Messages.Start.WORLD)) {
            busyUntil = now - Math.min(now - busyUntil, 2_000_000) + stepNanos;
            frame.readChecked(waiting.poll());
            stepFrame(now);
        }
        if (now - statusAt >= 100_000_000 && player >= 0 && link.silentNanos(now) < 300_000_000) {
            statusAt = now;
            send(to -> Messages.writeStatus(to, tick));
        }
    }

    private void stepFrame(long now) {
        tick = frame.tick();
        delays.add(frame.delay());
        state = state * 0x9E3779B97F4A7C15L + tick;
        for (int of = 0; of < settings.players(); of++) {
            control(of);
        }
        frame.visit(this);
        hashes.put(tick, state);
        if (tick < quietFrom) {
            long hash = tick == lieAt ? ~state : state;
            send(to -> Messages.writeHash(to, tick, hash));
        }
        while (active && nextInput <= tick + frame.delay()) {
            sendInput(nextInput++);
        }
    }

    private void control(int of) {
        boolean joins = InputFrame.has(frame.joining(), of);
        boolean leaves = InputFrame.has(frame.leaving(), of);
        state ^= joins ? 31 + of : leaves ? 62 + of : 0;
        if (leaves) {
            left.add(of);
            active &= of != player;
        }
        if (joins && of == player && tick > welcomedAt) {
            active = true;
            nextInput = tick + frame.delay();
        }
    }

    @Override
    public void differed(long tick, String what) {
        difference = what;
    }

    @Override
    public void save(long tick) {
        if (tick == Messages.VALUES) {
            toSend = values;
            toSendTick = tick;
            sentBytes = 0;
        } else if (!answersSave) {
            savedTick = tick;
        } else if (active) {
            saves++;
            toSend = ByteBuffer.allocate(worldBytes)
                    .putLong(savesWrongWorld ? 77 : hashes.getOrDefault(tick, 1L))
                    .array();
            toSendTick = tick;
            sentBytes = 0;
        }
    }

    private void sendInput(long forTick) {
        send(to -> {
            Messages.beginInput(to, forTick);
            for (int axis = 0; axis < settings.axes(); axis++) {
                to.putFloat((seed >>> axis & 0xFF) + forTick);
            }
            to.put((byte) 1);
            InputBody.putAction(to, 7, forTick);
            to.put((byte) (commandBytes > 0 ? 1 : 0));
            if (commandBytes > 0) {
                InputBody.putCommand(to, 1, ByteBuffer.allocate(commandBytes));
            }
        });
    }

    private void sendWorld() {
        while (toSend != null && link.queuedBytes(Packet.BULK) < 32_768) {
            int length = Math.min(1_000, toSend.length - sentBytes);
            Messages.writeWorld(
                    out.clear(), toSendTick, toSend.length, sentBytes, ByteBuffer.wrap(toSend, sentBytes, length));
            link.offer(Packet.BULK, out.flip());
            sentBytes += length;
            toSend = sentBytes == toSend.length ? null : toSend;
        }
    }

    @Override
    public void axis(int of, int axis, float value) {
        state = state * 31 + Float.floatToIntBits(value) + of;
    }

    @Override
    public void action(int of, int code, float value) {
        state = state * 31 + code + Float.floatToIntBits(value) * 7L + of;
    }

    @Override
    public void command(int of, int type, ByteBuffer bytes) {
        state = state * 31 + type + of;
    }

    @Override
    public void welcome(int number, Messages.Start from, long newestTick) {
        player = number;
        start = from;
        welcomedAt = newestTick;
        said.add("welcome " + number + " " + from);
        if (from == Messages.Start.FRESH) {
            send(Messages::writeReady);
        } else if (from == Messages.Start.WORLD) {
            world = new byte[0];
        }
    }

    @Override
    public void frame(InputFrame next) {
        newest = next.tick();
        ByteBuffer content = next.content();
        waiting.add(ByteBuffer.allocate(content.remaining()).put(content).flip());
    }

    @Override
    public void waiting(long forTick, long players, long nanos) {
        waitedFor = players;
    }

    @Override
    public void rate(long stamp, double newRate) {
        rate = newRate;
    }

    @Override
    public void world(long of, int total, int offset, ByteBuffer part) {
        if (offset != world.length) {
            throw new AssertionError("a part begins at " + offset + ", not at " + world.length);
        }
        int length = part.remaining();
        world = Arrays.copyOf(world, offset + length);
        part.get(world, offset, length);
        if (world.length == total) {
            state = ByteBuffer.wrap(world).getLong();
            tick = of;
            world = null;
        }
    }

    @Override
    public void ended(String reason) {
        end = ("ended: " + reason).replaceFirst("ended: the state of tick (\\d+) differs.*", "desync at $1");
    }
}
