package io.github.freestep.physics.ground.readme;

import io.github.freestep.physics.Physics;
import io.github.freestep.physics.ground.GroundSection;
import io.github.freestep.physics.ground.GroundWriter;

/** What a game does whose world has blocks of numbers up to 65,535. */
public class BlockGame {
    private final GroundWriter writer = new GroundWriter();

    public void chunkLoaded(int x, int y, int z, GroundSection.Cells blocks) {
        writer.load(x, y, z, GroundSection.of(blocks));
    }

    public void chunkUnloaded(int x, int y, int z) {
        writer.unload(x, y, z);
    }

    public void blockChanged(int x, int y, int z, int block) {
        writer.set(x, y, z, block);
    }

    public void endTick(Physics physics) {
        writer.publish(physics);
    }
}
