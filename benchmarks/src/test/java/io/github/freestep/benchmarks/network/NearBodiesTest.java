package io.github.freestep.benchmarks.network;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.freestep.net.Interest;
import io.github.freestep.net.RemoteStates;
import io.github.freestep.net.SenderClient;
import io.github.freestep.net.StateSender;
import io.github.freestep.physics.PhysicsContext;
import io.github.freestep.physics.PhysicsService;
import io.github.freestep.physics.Simulation;
import io.github.freestep.physics.Tick;
import io.github.freestep.render.Frame;
import io.github.freestep.render.FrameSampler;
import io.github.freestep.state.StateLayout;
import io.github.freestep.state.StateWriter;
import io.github.freestep.testing.Await;
import io.github.freestep.testing.FreePorts;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.joml.Vector3d;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two players in a row of bodies are each sent the bodies around their own one, over real sockets. Before the server
 * knows the body of a player, it chooses no bodies for that player.
 */
@Execution(ExecutionMode.CONCURRENT)
class NearBodiesTest {
    private static final StateLayout LAYOUT = StateLayout.of(100);
    private static final double NEAR = 5.5;
    private static final double FAR = 10.5;

    private final int port = FreePorts.inARow(1);

    /** The slot of the body of each player. */
    private final Map<Long, Integer> own = new ConcurrentHashMap<>();

    /** By how much a body rises in each tick, of which each is a state. */
    private static final double RISES = 0.01;

    private static final int RARE = 4;

    /** One body per metre. All are at the same height. */
    private static final class Row implements Simulation {
        private double y;

        @Override
        public StateLayout layout() {
            return LAYOUT;
        }

        @Override
        public void setUp(PhysicsContext context) {
            for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
                context.bodies().spawn(slot);
            }
        }

        @Override
        public void step(Tick tick) {
            y = tick.number() * RISES;
        }

        @Override
        public void write(StateWriter state) {
            for (int slot = 0; slot < LAYOUT.capacity(); slot++) {
                state.position(slot, slot, y, 0);
            }
        }
    }

    private Interest interest() {
        return (client, state, chosen) -> {
            Integer slot = own.get(client);
            if (slot == null) {
                return; // nothing, until this player has a body
            }
            chosen.add(slot); // in every state
            chosen.within(state.x(slot), state.y(slot), state.z(slot), NEAR);
            chosen.within(state.x(slot), state.y(slot), state.z(slot), FAR, 4); // in every fourth state
        };
    }

    private static boolean shows(Frame frame, int slot) {
        for (int at = 0; frame.hasState() && at < LAYOUT.capacity(); at++) {
            if ((at < frame.slots() && frame.isAlive(at)) != Math.abs(at - slot) < FAR) {
                return false;
            }
        }
        return frame.hasState();
    }

    /** Whether bodies around a slot are at one height, and those far from it at least four ticks below. */
    private static boolean showsFarOnesLater(Frame frame, int slot) {
        Vector3d at = new Vector3d();
        double height = frame.position(slot, at).y;
        for (int other = 0; other < LAYOUT.capacity(); other++) {
            double away = Math.abs(other - slot);
            double below = height - frame.position(other, at).y;
            // On a busy machine, the receiver may take every second state only, so four states are more ticks.
            boolean isRight = away < NEAR ? Math.abs(below) <= RISES / 2 : below > (RARE - 0.5) * RISES;
            if (away < FAR && !isRight) {
                return false;
            }
        }
        return true;
    }

    private RemoteStates receiver(byte[] key) {
        RemoteStates.Builder builder = RemoteStates.builder(LAYOUT).port(port);
        return (key.length == 0 ? builder : builder.key(key)).start();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 16})
    void eachPlayerSeesWhatIsNear(int keyBytes) {
        byte[] key = new byte[keyBytes];
        try (PhysicsService physics = PhysicsService.builder(new Row()).start();
                StateSender sender = sender(physics, key);
                RemoteStates one = receiver(key);
                RemoteStates other = receiver(key);
                FrameSampler ones = FrameSampler.open(one.states());
                FrameSampler others = FrameSampler.open(other.states())) {
            own.put(one.input().client(), 20);
            own.put(other.input().client(), 60);
            Await.until(() -> shows(ones.sample(), 20) && shows(others.sample(), 60), sender::lastError);
            own.put(one.input().client(), 40);
            Await.until(() -> shows(ones.sample(), 40), sender::lastError);
            assertTrue(shows(others.sample(), 60));
            Await.until(() -> showsFarOnesLater(ones.sample(), 40), sender::lastError);
            assertEquals(
                    List.of(21, 21),
                    sender.clients().stream().map(SenderClient::bodies).toList());
            assertEquals(0, sender.droppedDatagrams());
            assertNull(sender.failure());
        }
    }

    private StateSender sender(PhysicsService physics, byte[] key) {
        StateSender.Builder builder =
                StateSender.builder(physics.states()).port(port).interest(interest());
        return (key.length == 0 ? builder : builder.key(key)).start();
    }
}
