package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.saves.Saves;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a server tells its players, over a network. */
class PlayerMessagesTest {
    private final Plain world = new Plain(1);
    private final PhysicsService physics = builder(world).start();
    private final int port = FreePorts.inARow(1);
    private final StateSender sender =
            world.players.start(physics, StateSender.builder(physics.states()).port(port));
    private final RemoteStates remote =
            RemoteStates.builder(Plain.LAYOUT).server("127.0.0.1", port).start();
    private final RemotePlayer me = RemotePlayer.of(remote);

    private static PhysicsBuilder builder(Plain of) {
        return PhysicsService.builder(of.players.around(of)).rate(10).axes(of.players.axes());
    }

    @AfterEach
    void close() {
        remote.close();
        sender.close();
        physics.close();
    }

    private void await(BooleanSupplier condition) {
        Await.until(
                () -> {
                    me.takeMessages(message -> {});
                    return condition.getAsBoolean();
                },
                remote::health);
    }

    /** Otherwise a game that sends as much as it can would keep the message of a new body out forever. */
    @Test
    void theNextMessageAfterAnotherBodyIsThatOfTheBody() {
        world.rests = true;
        // Its name comes after its body, and also keeps the world awake.
        await(() -> me.body() == 2
                && physics.read(c -> c.world(PlayersWorld.class).resting()).join());
        physics.pause().join();
        physics.submit(c -> {
                    do {
                        while (world.players.send(0, new byte[1], true)) {
                            // There is room for another.
                        }
                        world.players.setBody(0, 1);
                    } while (c.world(PlayersWorld.class).resting()); // a place became free, so the player knows it
                })
                .join();
        int[] sent = new int[1];
        await(() -> {
            assertFalse(world.players.send(0, new byte[1], true));
            sent[0] += sender.send(world.players.number(0), new byte[0], true) ? 1 : 0; // there was room
            return sent[0] == 32;
        });
        physics.resume().join();
        await(() -> me.body() == 1);
        await(() -> world.players.send(0, new byte[1], true));
    }

    @Test
    void aWrongShotIsRefusedAlsoBeforeThereIsABody() {
        try (FrameSampler frames = FrameSampler.open(remote.states())) {
            Frame frame = frames.sample();
            assertEquals(0, me.shoot(frame, 0, 0, 0, 0, 0, 1));
            assertThrows(IllegalArgumentException.class, () -> me.shoot(frame, Double.NaN, 0, 0, 0, 0, 1));
        }
    }

    /** The slot of the body lives again, and the message of its new life is there before a frame that shows it. */
    @Test
    void aFrameShowsABodyOnlyIfItHasItsLife() {
        try (FrameSampler frames = FrameSampler.open(remote.states())) {
            await(() -> me.bodyIn(frames.sample()) == 2);
            Frame before = frames.sample();
            int life = me.life();
            physics.submit(c -> {
                        c.bodies().remove(2);
                        c.bodies().spawn(2);
                        world.players.setBody(0, 2);
                    })
                    .join();
            await(() -> me.life() != life);
            assertEquals(-1, me.bodyIn(before));
            await(() -> me.bodyIn(frames.sample()) == 2);
        }
    }

    @Test
    void aPlayerWhoseSeatALoadHasGivenToAnotherOneWaits() {
        await(me::hasBody);
        byte[] saved = savedByAnother();
        physics.pause().join();
        Saves.load(physics, saved).join();
        physics.pauseAndStep().join(); // the grace cannot end before the client has been seen to wait
        await(me::isWaiting);
        assertFalse(me.hasBody());
        physics.resume().join();
        await(me::hasBody); // after the grace
        assertEquals(0, me.seat());
    }

    private static byte[] savedByAnother() {
        Plain other = new Plain(1);
        try (InlineStepper stepper = builder(other).inline()) {
            PlayerSink sink = other.players.serve(stepper);
            sink.ready();
            sink.joined(-1);
            return stepper.read(Saves::saved).join();
        }
    }
}
