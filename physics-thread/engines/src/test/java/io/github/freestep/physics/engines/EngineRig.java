package io.github.freestep.physics.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.OverloadPolicy;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.saves.SavableSimulation;
import io.github.freestep.time.VirtualClock;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;

/** What the contract and the tests of several adapters do in the same way. */
public abstract class EngineRig {
    /** What comes before the content of a save: a mark, a version, the length and the checksum of the content. */
    protected static final int HEAD = 4 * Integer.BYTES;

    private final List<InlineStepper> steppers = new ArrayList<>();

    /** Returns how many worlds of all engines are open. */
    public static int openWorlds() {
        return EngineSimulation.OPEN.get();
    }

    @AfterEach
    protected void closeAll() {
        steppers.forEach(InlineStepper::close);
        assertEquals(0, live());
    }

    /**
     * Returns the number of objects that the open worlds of this process hold in engine and adapter; 0 if none is open.
     * By default, this is the number of open worlds.
     */
    protected int live() {
        return openWorlds();
    }

    /** Returns how many begins of contacts and sensors the adapter of a world has found although nobody reads them. */
    protected static int beginsThatNobodyReads(EngineSimulation<?> world) {
        return world.bodies.touches.ignored;
    }

    /**
     * Returns a stepper that the end of the test closes. Its clock does not move during a step, so no step counts as
     * too slow, and none is dropped.
     */
    protected final InlineStepper stepper(Simulation world) {
        return closedAtEnd(PhysicsService.builder(world)
                .clock(new VirtualClock(0))
                .overloadPolicy(OverloadPolicy.slipAfter(10_000))
                .inline());
    }

    protected final InlineStepper closedAtEnd(InlineStepper stepper) {
        steppers.add(stepper);
        return stepper;
    }

    /** Steps in any real time: {@link InlineStepper#advance} would slip if a new process is slow. */
    public static void advance(InlineStepper stepper, int ticks) {
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
        }
    }

    /** Returns the contacts that begin during some ticks, whatever their impulse. */
    protected static List<String> contacts(InlineStepper stepper, int ticks) {
        return contacts(stepper, stepper.events().with().open(), ticks, 0);
    }

    /**
     * Returns the contacts that begin in some ticks, each as its larger and its smaller slot.
     *
     * @param least the smallest impulse that a contact may have
     */
    protected static List<String> contacts(InlineStepper stepper, EventReader events, int ticks, float least) {
        List<String> contacts = new ArrayList<>();
        for (int i = 0; i < ticks; i++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    contacts.add(Math.max(event.slotA(), event.slotB()) + " " + Math.min(event.slotA(), event.slotB()));
                    assertTrue(event.impulse() >= least, () -> "impulse " + event.impulse());
                }
            });
        }
        return contacts;
    }

    public static byte[] save(InlineStepper stepper) {
        return stepper.call(c -> {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    c.world(SavableSimulation.class).save(new DataOutputStream(bytes));
                    return bytes.toByteArray();
                })
                .join();
    }

    public static void restore(InlineStepper stepper, byte[] saved) {
        stepper.submit(c -> c.world(SavableSimulation.class).restore(in(saved))).join();
    }

    /** Returns why a command has failed. */
    protected static String whyFailed(Executable command) {
        return assertThrows(CompletionException.class, command).getCause().getMessage();
    }

    /** Makes the length and the checksum of a forged save those of its content. */
    protected static byte[] withChecksum(byte[] forged) {
        CRC32 crc = new CRC32();
        crc.update(forged, HEAD, forged.length - HEAD);
        ByteBuffer.wrap(forged).putInt(2 * Integer.BYTES, forged.length - HEAD).putInt(3 * Integer.BYTES, (int)
                crc.getValue());
        return forged;
    }

    public static DataInputStream in(byte[] bytes) {
        return new DataInputStream(new ByteArrayInputStream(bytes));
    }
}
