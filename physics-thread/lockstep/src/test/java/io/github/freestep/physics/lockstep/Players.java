package io.github.freestep.physics.lockstep;

import io.github.freestep.physics.FedInput;
import io.github.freestep.physics.InputFeed;
import io.github.freestep.physics.PhysicsBuilder;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.SlowConsumerPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

final class Players implements InputFeed {
    static final int DELAY = 8; // ticks from a key to its effect: longer than its way to the other peers

    private final List<Queue<float[]>> arrived = new ArrayList<>(); // of each player, tick by tick
    private final int me;
    private final Supplier<float[]> sticks;
    private final Consumer<float[]> toPeers; // must not block: queue it for the network's thread

    public Players(int count, int me, Supplier<float[]> sticks, Consumer<float[]> toPeers) {
        this.me = me;
        this.sticks = sticks;
        this.toPeers = toPeers;
        for (int player = 0; player < count; player++) {
            arrived.add(new ConcurrentLinkedQueue<>(Collections.nCopies(DELAY, new float[0])));
        }
    }

    public void received(int player, float[] axes) { // on the network's thread, in the order of sending
        arrived.get(player).add(axes);
    }

    public boolean ready(long tick) {
        return arrived.stream().noneMatch(Queue::isEmpty);
    }

    public void feed(long tick, FedInput into) {
        for (int player = 0; player < arrived.size(); player++) { // the same order everywhere
            float[] axes = arrived.get(player).remove();
            for (int axis = 0; axis < axes.length; axis++) {
                into.axis(player * axes.length + axis, axes[axis]);
            }
        }
        float[] mine = sticks.get(); // takes effect at tick + DELAY, here as on the other peers
        toPeers.accept(mine);
        received(me, mine);
    }

    public PhysicsService start(PhysicsBuilder game, HashComparison... peers) {
        PhysicsService physics = game.feed(this).build();
        for (HashComparison hashes : peers) {
            physics.events()
                    .with(Kind.HASH)
                    .capacity(1_024)
                    .onSlow(SlowConsumerPolicy.end())
                    .subscribe("hashes", hashes);
        }
        return physics.start();
    }
}
