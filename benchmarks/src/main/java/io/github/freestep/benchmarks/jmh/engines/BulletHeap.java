package io.github.freestep.benchmarks.jmh.engines;

import com.jme3.bullet.objects.PhysicsRigidBody;
import io.github.freestep.benchmarks.scenes.BulletWorld;
import io.github.freestep.benchmarks.scenes.Places;
import io.github.freestep.physics.bullet.BulletSimulation;

/** A heap in Bullet. */
final class BulletHeap extends Heap<PhysicsRigidBody> {
    private final BulletSimulation world = (BulletSimulation) world();

    BulletHeap(int boxes, boolean awake) {
        super(Places.pile(boxes), BulletWorld::new, awake);
    }

    @Override
    protected void prepare(PhysicsRigidBody box) {
        box.setEnableSleep(!awake);
    }

    @Override
    void step() {
        world.space().update(TICK_SECONDS, 0, false, false, false);
    }

    /** Each step says whether contacts are reported. */
    @Override
    void detach() {}

    /** Bullet cannot put a body to sleep at once. */
    @Override
    void putToSleep(PhysicsRigidBody box) {
        box.setSleepingThresholds(100, 100);
    }
}
