package io.github.freestep.benchmarks.hosts.blocks;

import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.rooms.PhysicsGroup;
import java.util.HashMap;
import java.util.Map;

public class Dimensions implements AutoCloseable {
    private final PhysicsGroup threads =
            PhysicsGroup.builder().threads(2).name("dimensions").open();
    private final Map<String, Dimension> loaded = new HashMap<>();

    public Dimension load(String name, Ships ships) {
        return loaded.computeIfAbsent(
                name,
                n -> new Dimension(
                        PhysicsService.builder(ships).group(threads).name(n).start()));
    }

    public void tick() {
        loaded.values().forEach(Dimension::tick);
    }

    public void unload(String name) {
        loaded.remove(name).close();
    }

    public void close() {
        loaded.values().forEach(Dimension::close);
        threads.close();
    }
}
