package io.github.freestep.physics.recording;

import io.github.freestep.physics.Command;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PortableCommand;
import io.github.freestep.physics.SavableSimulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.physics.TickInput;
import io.github.freestep.state.Bodies;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;

/** A world with any layout. Each input bit changes all later states, and all states are finite. */
final class FuzzedWorld implements SavableSimulation {
    private static final int MOST = 8;

    private final StateLayout layout;
    private final int bodies;
    private final int axes;
    private int mixed = 1;

    FuzzedWorld(StateLayout layout, int axes) {
        this.layout = layout;
        this.axes = axes;
        bodies = Math.min(MOST, layout.capacity());
    }

    @Override
    public StateLayout layout() {
        return layout;
    }

    @Override
    public void setUp(PhysicsContext context) {
        context.bodies().spawn(0);
    }

    private void mix(int bits) {
        mixed = (mixed ^ bits) * 0x9E3779B1;
        mixed ^= mixed >>> 15;
    }

    @Override
    public void step(Tick tick) {
        TickInput input = tick.input();
        mix(tick.mergedTicks());
        for (int axis = 0; axis < Math.min(MOST, axes); axis++) {
            mix(Float.floatToRawIntBits(input.axis(axis)));
        }
        for (int i = 0; i < input.size(); i++) {
            mix(input.code(i));
            mix(Float.floatToRawIntBits(input.value(i)));
            mix(Double.hashCode(input.fraction(i)));
        }
    }

    @Override
    public void write(StateWriter state) {
        for (int body = 0; body < bodies; body++) {
            if (state.isAlive(body)) {
                state.position(body, mixed >>> 8, mixed & 0xFF, body);
                state.orientation(body, 0, 0, 0, 1);
            }
        }
    }

    @Override
    public void save(DataOutput out) throws IOException {
        out.writeInt(mixed);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        mixed = in.readInt();
    }

    /** Spawns a body, or removes it if it is alive. Fails for a slot beyond the capacity. */
    record Toggle(int body) implements PortableCommand {
        static final int TYPE = 7;

        static Command read(int type, DataInput in) throws IOException {
            if (type != TYPE) {
                throw new IOException("type must be " + TYPE + ", was " + type);
            }
            Toggle toggle = new Toggle(in.readInt());
            // Bytes after the command: no recorder writes them.
            if (((DataInputStream) in).read() >= 0) {
                throw new IOException("the command must have 4 bytes, had more");
            }
            return toggle;
        }

        @Override
        public void run(PhysicsContext context) {
            Bodies all = context.bodies();
            if (body >= MOST) {
                throw new IllegalArgumentException("there is no body " + body);
            }
            if (all.isAlive(body)) {
                all.remove(body);
            } else {
                all.spawn(body);
            }
        }

        @Override
        public int type() {
            return TYPE;
        }

        @Override
        public void write(DataOutput out) throws IOException {
            out.writeInt(body);
        }
    }
}
