package io.github.freestep.benchmarks.app.stress;

import io.github.freestep.net.ClockedLink;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.render.server.Players;
import io.github.freestep.render.server.RemotePlayer;
import io.github.freestep.render.server.past.Shot;
import io.github.freestep.state.StateLayout;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * A client that sends what no program of ours sends: messages of any bytes, shots of any time, body and place, names,
 * tokens, input and datagrams, in bursts, and in the name of others. It sees all datagrams, and comes back as another
 * player if it is dropped. The same seed sends the same. For one thread.
 */
final class HostileClient {
    /** The first bytes of messages to a server with players: 0 for one of the game, 2 for a shot, 4 for a name. */
    private static final byte[] KINDS = {0, 0, 0, 1, 2, 3, 4, 4, 5, -1};

    private static final byte SHOT = 2;
    private static final int MOST_BYTES = 1_000;
    private static final int BURST = 200;

    /** After how many frames it has a burst, and after how many it leaves, on average. */
    private static final int BURST_FRAMES = 200;

    private static final int STAY_FRAMES = 600;

    /** For how many frames a server is asked to take a token that is wrong. */
    private static final int FORGED_FRAMES = 60;

    /** The axis for the numbers of a client that predicts. The server refuses those between the player's and this. */
    private static final int NUMBER_AXIS = 63;

    private final ClockedLink link;
    private final StateLayout layout;
    private final IntSupplier numbers;
    private final int others;
    private final Random random;
    private RemoteStates remote;
    private RemotePlayer me;
    private FrameSampler frames;

    /** Where it is on the link, which is also its number as a player. */
    private int place;

    /** How long it still uses a wrong token; 0 or less if it has a right one. */
    private int forgedFrames;

    /** How many messages, shots, names and tokens were sent. */
    long sent;

    /** How often the server has ended it. */
    int drops;

    /**
     * Joins.
     *
     * @param numbers gives numbers that no player has had
     * @param others the number of players, from 1 up, in whose names it sends something, too
     */
    HostileClient(ClockedLink link, StateLayout layout, IntSupplier numbers, int others, long seed) {
        this.link = link;
        this.layout = layout;
        this.numbers = numbers;
        this.others = others;
        random = new Random(seed);
        join(0);
    }

    private void join(int forged) {
        place = numbers.getAsInt();
        forgedFrames = forged;
        byte[] token = link.token(forgedFrames > 0 ? other() : place);
        token[random.nextInt(token.length)] ^= (byte) (forgedFrames > 0 ? 1 : 0);
        remote = link.join(place, token, layout);
        me = RemotePlayer.of(remote);
        frames = FrameSampler.open(remote.states());
        sent++;
    }

    private int other() {
        return 1 + random.nextInt(others);
    }

    /** Acts so often in a frame, and now and then more often; does what any client does if that is 0. */
    void play(int acts) {
        me.takeMessages(message -> {});
        Frame frame = frames.sample();
        if (acts == 0) {
            return;
        }
        boolean isDropped = forgedFrames <= 0 && remote.status() == RemoteStates.Status.FAILED;
        if (isDropped || --forgedFrames == 0 || random.nextInt(STAY_FRAMES) == 0) {
            drops += isDropped ? 1 : 0;
            frames.close();
            link.leave(place);
            join(random.nextInt(8) == 0 ? FORGED_FRAMES : 0);
            return;
        }
        int burst = random.nextInt(BURST_FRAMES) == 0 ? BURST : 0;
        for (int i = 0; i < acts + burst; i++) {
            act(frame);
        }
    }

    private void act(Frame frame) {
        switch (random.nextInt(8)) {
            case 0 -> send(shot(frame));
            case 1 -> {
                int axis = random.nextBoolean() ? NUMBER_AXIS : random.nextInt(NUMBER_AXIS);
                remote.input().axis(axis, random.nextFloat() * 1e7f);
            }
            // Half of the codes are those of the next seat.
            case 2 -> remote.input().action(random.nextInt(2 * Players.ACTIONS), random.nextInt());
            case 3 -> link.forge(random.nextBoolean() ? place : other(), datagram());
            default -> send(message());
        }
    }

    /** Few of them reliably, because of these, only 32 can be on their way. */
    private void send(byte[] message) {
        sent += remote.send(message, random.nextInt(4) == 0) ? 1 : 0;
    }

    private byte[] message() {
        byte[] message = new byte[random.nextInt(random.nextInt(4) > 0 ? 24 : MOST_BYTES)];
        random.nextBytes(message);
        if (message.length > 0) {
            message[0] = KINDS[random.nextInt(KINDS.length)];
        }
        return message;
    }

    /** Each field is right or anything. */
    private byte[] shot(Frame frame) {
        long shown = remote.serverNanos(frame.reachedTick(), frame.simulationNanos());
        int body = random.nextBoolean() ? me.body() : random.nextInt(layout.capacity());
        boolean isShown = body >= 0 && body < frame.slots() && frame.isAlive(body);
        ByteBuffer shot = ByteBuffer.allocate(1 + Integer.BYTES + Long.BYTES + Shot.BYTES);
        shot.put(SHOT).putInt(random.nextInt()).putLong(random.nextLong());
        shot.putLong(random.nextInt(4) == 0 ? random.nextLong() : shown - random.nextInt(2_000_000_000));
        shot.putInt(body).putInt(isShown ? frame.life(body) : random.nextInt());
        float[][] place = {frame.x(), frame.y(), frame.z()};
        for (int i = 0; i < 6; i++) {
            double near = isShown && i < 3 ? place[i][body] : random.nextGaussian();
            shot.putDouble(random.nextInt(16) == 0 ? Double.longBitsToDouble(random.nextLong()) : near);
        }
        return shot.array();
    }

    /** Any bytes, or a genuine datagram of its own or of another one, of which a few bits are changed. */
    private byte[] datagram() {
        byte[] bytes = random.nextInt(4) == 0
                ? new byte[1 + random.nextInt(MOST_BYTES)]
                : link.seen(random.nextBoolean() ? place : other());
        for (int i = random.nextInt(3); i > 0; i--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }
}
