package io.github.freestep.render.server;

import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.saves.PortableCommand;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** That a client has come, is silent or has left. A recording keeps it, so that a replay has the same players. */
final class PlayerPresence implements PortableCommand {
    /** Far from the numbers that games choose. */
    static final int TYPE = 0x5EA7_0001;

    /** What has happened. Recordings have these numbers. */
    static final int HERE = 0;

    static final int SILENT = 1;
    static final int GONE = 2;

    private final long number;
    private final int kind;

    /** Whether it was carried out, also if it has failed. */
    volatile boolean hasRun;

    PlayerPresence(long number, int kind) {
        this.number = number;
        this.kind = kind;
    }

    @Override
    public void run(PhysicsContext c) {
        hasRun = true;
        PlayersWorld world = c.world(PlayersWorld.class);
        switch (kind) {
            case HERE -> world.joined(number, c.bodies());
            case SILENT -> world.silent(number);
            default -> world.gone(number, c.bodies());
        }
    }

    @Override
    public int type() {
        return TYPE;
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeLong(number);
        out.writeByte(kind);
    }

    static PlayerPresence read(DataInput in) throws IOException {
        return new PlayerPresence(in.readLong(), in.readByte());
    }
}
