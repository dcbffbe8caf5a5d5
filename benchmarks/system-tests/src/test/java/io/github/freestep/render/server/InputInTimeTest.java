package io.github.freestep.render.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.VirtualLink;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.prediction.OwnBody;
import io.github.freestep.testing.Rows;
import io.github.freestep.testing.Seeds;
import io.github.freestep.testing.Thorough;
import io.github.freestep.time.VirtualClock;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** A client predicts its body over a link with a jitter of 10 ms that loses 5 %. */
@Timeout(300)
class InputInTimeTest {
    private static final long MILLI = 1_000_000;
    private static final int RATE = 100;
    private static final int TICKS = Thorough.of(1_500, 10_000);

    private final VirtualClock clock = new VirtualClock(77_000 * MILLI);
    private final VirtualLink link = new VirtualLink(1, clock);
    private final Random random = Seeds.random(2);
    private final Track world = new Track();
    private final InlineStepper physics = PhysicsService.builder(world.players.around(world))
            .rate(RATE)
            .axes(world.players.axes())
            .inline();
    private RemotePlayer me;
    private Track.Own small;
    private OwnBody own;
    private float given;
    private double mostCorrected;

    private void join() {
        PlayerSink sink = world.players.serve(physics);
        world.players.sender = link.serve(physics.states(), sink);
        sink.ready();
        RemoteStates remote = link.join(1, Track.LAYOUT);
        me = RemotePlayer.of(remote);
        small = new Track.Own(me);
        own = OwnBody.builder(small, remote.states(), remote.input()).rate(RATE).open();
    }

    private void run(long millis) {
        for (long i = 0; i < millis; i++) {
            clock.advance(MILLI);
            physics.advance(MILLI);
            link.pass();
            if (i % 7 == 0) {
                frame();
            }
        }
    }

    private void frame() {
        me.takeMessages(message -> {});
        if (own.isAlive() && random.nextInt(15) == 0) {
            own.axis(Track.WALK, ++given);
        }
        if (own.isAlive() && random.nextInt(60) == 0) {
            own.action(Track.JUMP, ++given);
        }
        long before = own.corrections();
        own.advance();
        if (own.corrections() > before) {
            mostCorrected = Math.max(mostCorrected, own.correctionDistance());
        }
    }

    @ParameterizedTest
    @Rows(
            usually = 1,
            value = {"80", "20", "150"})
    void inputTakesEffectInTheTickForWhichItWasPredicted(int wayMillis) {
        link.way.delayNanos = wayMillis * MILLI;
        link.way.jitterNanos = 10 * MILLI;
        link.way.loss = 0.05;
        join();
        run(TICKS * 1_000L / RATE);
        long corrections = own.corrections();
        float last = given;
        run(1_000);
        Map<Float, Long> applied = world.runners[me.body()].ticks;
        int all = 0;
        int late = 0;
        for (float value = 1; value <= last; value++) {
            Long predicted = small.runner.ticks.get(value);
            Long then = applied.get(value);
            if (predicted != null || then != null) { // not replaced in the same tick
                all++;
                late += predicted != null && predicted.equals(then) ? 0 : 1;
            }
        }
        String text = late + " of " + all + " inputs were late, " + corrections + " corrections of up to "
                + mostCorrected + " m, " + own.depthTicks() + " ticks ahead";
        assertTrue(all > TICKS / 20 && late <= 1 + all / 100, text);
        assertTrue(corrections <= 2 * late, text);
        assertTrue(own.depthTicks() * 1_000 / RATE < 2 * wayMillis + 70, text);
    }

    /** The game has removed the body of a player without a word, and another body has its slot. */
    @Test
    void theBodyThatHasTheSlotOfADeadOneIsNotPredicted() {
        join();
        OwnBody place = me.predict((at, tick) -> {}).rate(RATE).open();
        run(500);
        place.advance();
        assertTrue(place.isAlive());
        int body = me.body();
        physics.submit(c -> {
                    c.bodies().remove(body);
                    c.bodies().spawn(body);
                })
                .join();
        run(500);
        place.advance();
        assertFalse(place.isAlive());
        world.players.setBody(0, body);
        run(500);
        place.advance();
        assertTrue(place.isAlive());
    }

    /** While time is paused, or a world rests, the server takes no messages. */
    @Test
    void aNameThatIsNotToldBackIsSentTenTimesASecond() {
        join();
        run(500);
        me.sayName("Ann");
        int sent = 0;
        for (int i = 0; i < 2_000; i++) {
            clock.advance(MILLI);
            link.pass();
            me.takeMessages(message -> {});
            sent += world.players.sender.takeMessages((client, message) -> {});
        }
        assertEquals(20, sent, 1);
        run(500);
        assertEquals("Ann", me.name(0));
    }
}
