package io.github.freestep.physics.lockstep.link;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.link.InvalidMessageException;
import io.github.freestep.physics.lockstep.MatchSettings;
import io.github.freestep.physics.lockstep.Rules;
import io.github.freestep.state.StateLayout;
import io.github.freestep.testing.Seeds;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MessagesTest {
    private static final MatchSettings SETTINGS =
            MatchSettings.of("test", StateLayout.of(1), 3).axes(2);

    private final List<String> calls = new ArrayList<>();

    /** Notes the calls of an interface. */
    private <T> T notes(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            calls.add(method.getName()
                    + Arrays.toString(Arrays.stream(given == null ? new Object[0] : given)
                            .map(value -> value instanceof ByteBuffer bytes ? bytes.remaining() + " bytes" : value)
                            .toArray()));
            return null;
        }));
    }

    private static ByteBuffer written(Consumer<ByteBuffer> message) {
        ByteBuffer bytes = ByteBuffer.allocate(Messages.MAX_TO_SEQUENCER);
        message.accept(bytes);
        return bytes.flip();
    }

    private String toSequencer(Consumer<ByteBuffer> message) throws InvalidMessageException {
        Messages.read(written(message), notes(Messages.ToSequencer.class));
        return calls.get(calls.size() - 1);
    }

    private String toSession(Consumer<ByteBuffer> message) throws InvalidMessageException {
        Messages.read(written(message), new InputFrame(Rules.of(SETTINGS)), notes(Messages.ToSession.class));
        return calls.get(calls.size() - 1);
    }

    private void refuses(String why, Consumer<ByteBuffer> message) {
        refusedWith(why, InvalidMessageException.class, () -> toSequencer(message));
    }

    @Test
    void whatIsTooLongOrTooManyIsInvalid() throws InvalidMessageException {
        ByteBuffer chunk = ByteBuffer.allocate(Messages.MAX_CHUNK);
        toSequencer(to -> Messages.writeWorld(to, 0, Messages.MAX_CHUNK, 0, chunk.rewind()));
        ByteBuffer longer = ByteBuffer.allocate(Messages.MAX_CHUNK + 1);
        String world = "a part of a saved world begins at ";
        refuses(
                world + "0, has 8193 bytes, and the world has 9000",
                to -> Messages.writeWorld(to, 1, 9_000, 0, longer));
        toSequencer(to -> Messages.writeWorld(to, 1, 9, 5, ByteBuffer.allocate(4)));
        toSequencer(to -> Messages.writeWorld(to, 1, 9, 9, ByteBuffer.allocate(0)));
        refuses(
                world + "5, has 5 bytes, and the world has 9",
                to -> Messages.writeWorld(to, 1, 9, 5, ByteBuffer.allocate(5)));
        toSequencer(to -> Messages.writeJoin(to, new JoinRequest(1, true, 1, "", Collections.nCopies(64, "a=b"))));
        for (String hostile : new String[] {"\u001b[2J", "a".repeat(201)}) {
            refuses(
                    "computedBy of a simulation must return at most 200 bytes of UTF-8 without control characters,"
                            + " returned " + hostile.length() + " bytes; shorten it",
                    to -> Messages.writeJoin(to, new JoinRequest(1, true, 1, hostile, List.of())));
        }
        refuses(
                "a request to join has 65 settings",
                to -> Messages.writeJoin(to, new JoinRequest(1, true, 1, "", Collections.nCopies(65, "a=b"))));
        refuses("a message of type 6 has 1 bytes too many", to -> {
            Messages.writeLeave(to, false);
            to.put((byte) 0);
        });
        refusedWith(
                "a text has 3 bytes",
                InvalidMessageException.class,
                () -> toSession(to -> {
                    Messages.writeEnded(to, "bye");
                    to.position(to.position() - 1);
                }));
        refusedWith(
                "a welcome has the unknown kind 2",
                InvalidMessageException.class,
                () -> toSession(to -> {
                    Messages.writeWelcome(to, 1, Messages.Start.FRESH, 1);
                    to.put(5, (byte) 2);
                }));
    }

    @Test
    void nonsenseIsInvalidAndNothingElse() {
        Random random = Seeds.random(2);
        Messages.ToSequencer sequencer = notes(Messages.ToSequencer.class);
        Messages.ToSession session = notes(Messages.ToSession.class);
        InputFrame frame = new InputFrame(Rules.of(SETTINGS));
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = new byte[1 + random.nextInt(80)];
            random.nextBytes(bytes);
            bytes[0] = (byte) (i % 42);
            if (random.nextBoolean()) {
                Arrays.fill(bytes, 1, bytes.length, (byte) random.nextInt(2));
            }
            try {
                Messages.read(ByteBuffer.wrap(bytes), sequencer);
            } catch (InvalidMessageException e) {
                assertFalse(e.getMessage().isBlank());
            }
            try {
                Messages.read(ByteBuffer.wrap(bytes), frame, session);
            } catch (InvalidMessageException e) {
                assertFalse(e.getMessage().isBlank());
            }
            calls.clear();
        }
    }

    @Test
    void damagedInputsAndFramesAreInvalidOrHarmless() throws InvalidMessageException {
        ByteBuffer body = ByteBuffer.allocate(200).putFloat(1).putFloat(2).put((byte) 2);
        InputBody.putAction(body, 3, 4);
        InputBody.putAction(body, 5, 6);
        body.put((byte) 1);
        InputBody.putCommand(body, 7, ByteBuffer.allocate(9));
        body.flip();
        InputBody.check(body, Rules.of(SETTINGS));
        byte[] right = frame(body);
        visit(right);
        assertEquals(
                List.of(
                        "axis[1, 0, 1.0]",
                        "axis[1, 1, 2.0]",
                        "action[1, 3, 4.0]",
                        "action[1, 5, 6.0]",
                        "command[1, 7, 9 bytes]"),
                calls);
        Random random = Seeds.random(4);
        int harmless = 0;
        for (int i = 0; i < 50_000; i++) {
            byte[] damaged = Arrays.copyOf(right, right.length - (i % 5 == 0 ? random.nextInt(right.length) : 0));
            if (damaged.length > 0) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            calls.clear();
            try {
                visit(damaged);
                harmless++;
            } catch (InvalidMessageException e) {
                assertFalse(e.getMessage().isBlank());
            }
        }
        assertTrue(harmless > 100, "harmless: " + harmless);
    }

    private static byte[] frame(ByteBuffer body) {
        ByteBuffer frame = ByteBuffer.allocate(300);
        frame.putLong(9).putInt(17).putDouble(1).putShort((short) 3).putLong(4);
        frame.put((byte) 1).putInt(0b100).putInt(0);
        frame.put((byte) 1).put((byte) 1).putInt(body.remaining()).put(body.duplicate());
        return Arrays.copyOf(frame.array(), frame.position());
    }

    private void visit(byte[] content) throws InvalidMessageException {
        InputFrame frame = new InputFrame(Rules.of(SETTINGS));
        frame.read(ByteBuffer.wrap(content));
        frame.readChecked(frame.content());
        frame.visit(notes(InputBody.Visitor.class));
    }
}
