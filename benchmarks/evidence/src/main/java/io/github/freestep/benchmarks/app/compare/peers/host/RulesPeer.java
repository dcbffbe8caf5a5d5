package io.github.freestep.benchmarks.app.compare.peers.host;

import com.badlogic.gdx.math.Vector2;
import com.badlogic.gdx.physics.box2d.Body;
import com.badlogic.gdx.physics.box2d.Box2D;
import com.badlogic.gdx.physics.box2d.World;
import com.badlogic.gdx.utils.GdxNativesLoader;
import io.github.freestep.benchmarks.app.compare.loops.DelayRule;
import io.github.freestep.benchmarks.app.compare.loops.Loop;
import io.github.freestep.internal.time.PreciseWait;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Box2D on a thread of its own, and one picture for each rule of delay, all of the same states. The thread steps
 * whenever a step is due, and publishes each state as an object, which the collector frees.
 */
public final class RulesPeer {
    /** More than the longest delay, a long step, and a frame. */
    private static final int HISTORY = 64;

    private record State(long nanos, long publishedNanos, Box2dPicture picture) {}

    private final PeerScreen screen;
    private final AtomicReferenceArray<State> states = new AtomicReferenceArray<>(HISTORY);
    private final List<DelayRule> rules = List.of(DelayRule.unity(), DelayRule.velthoric(), DelayRule.sable());
    private final Box2dPicture picture = new Box2dPicture();
    private volatile boolean ended;
    private volatile long newestNanos;
    private volatile int keys;
    private long knownNanos;

    private RulesPeer(PeerScreen screen) {
        this.screen = screen;
    }

    private State state(long nanos) {
        return states.get((int) (nanos / Loop.TICK_NANOS % HISTORY));
    }

    private void publish(long nanos, long startNanos, Body[] bodies) {
        State state = new State(nanos, screen.clock().nanoTime() - startNanos, new Box2dPicture().read(bodies));
        states.set((int) (nanos / Loop.TICK_NANOS % HISTORY), state);
        newestNanos = nanos;
    }

    private void step(World world, Body[] bodies, long startNanos) {
        PreciseWait wait = new PreciseWait(screen.clock());
        for (long due = Loop.TICK_NANOS; !ended; due += Loop.TICK_NANOS) {
            wait.until(startNanos + due);
            Box2dPicture.move(bodies, screen.step(), keys);
            world.step(1f / PeerScene.RATE, 8, 3);
            publish(due, startNanos, bodies);
        }
        world.dispose();
    }

    private void run() {
        GdxNativesLoader.load();
        Box2D.init();
        World world = new World(new Vector2(0, -9.81f), true);
        Body[] bodies = Box2dPicture.addTo(world);
        long startNanos = screen.clock().nanoTime();
        publish(0, startNanos, bodies);
        Thread thread = new Thread(() -> step(world, bodies, startNanos), "physics");
        thread.setDaemon(true);
        thread.start();
        screen.onKey(pressed -> keys = pressed);
        do {
            long now = screen.clock().nanoTime() - startNanos;
            long newest = newestNanos;
            while (knownNanos < newest) {
                knownNanos += Loop.TICK_NANOS;
                State arrived = state(knownNanos);
                rules.forEach(rule -> rule.received(arrived.nanos(), arrived.publishedNanos()));
            }
            for (int i = 0; i < rules.size(); i++) {
                long shown = rules.get(i).shownNanos(now, newest);
                long older = DelayRule.olderNanos(shown, newest);
                State newer = state(Math.min(older + Loop.TICK_NANOS, newest));
                picture.between(state(older).picture(), newer.picture(), (float) (shown - older) / Loop.TICK_NANOS);
                picture.showOn(screen, i);
            }
            screen.draw();
        } while (screen.show());
        ended = true;
    }

    /** Runs it. */
    public static void main(String[] args) {
        new RulesPeer(PeerScreen.open(args)).run();
    }
}
