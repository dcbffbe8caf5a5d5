package io.github.freestep.physics.jolt;

import static io.github.freestep.testing.Refused.refusedWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.BoxShape;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SphereShape;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EMotionQuality;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import io.github.freestep.physics.EventReader;
import io.github.freestep.physics.InlineStepper;
import io.github.freestep.physics.PhysicsEvent.Kind;
import io.github.freestep.physics.PhysicsException;
import io.github.freestep.physics.engines.EngineRig;
import io.github.freestep.state.StateLayout;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JoltSimulationTest extends EngineRig {

    /** A cube of 1 kg that lands flat at 5 m/s, and does not bounce. */
    @Test
    void anImpulseIsMassTimesTheLostVelocity() {
        JoltSimulation world = cubes(3);
        InlineStepper stepper = stepper(world);
        EventReader events = stepper.events().with().open();
        List<Double> lost = new ArrayList<>();
        double[] before = {0};
        for (int tick = 0; tick < 100; tick++) {
            before[0] = world.body(0).getLinearVelocity().getY();
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    double change = world.body(0).getLinearVelocity().getY() - before[0] + 9.81 / 100;
                    assertEquals(change, event.impulse(), 0.01);
                    lost.add(change);
                }
            });
        }
        assertEquals(1, lost.size());
        assertTrue(lost.get(0) > 4, lost::toString);
    }

    @Test
    void aStepWithMoreContactsThanThereIsRoomForFailsAndNamesTheSetting() {
        JoltSimulation world = JoltSimulation.builder(StateLayout.of(8), in -> {
                    Cubes.floor(in);
                    for (int i = 0; i < 8; i++) {
                        in.add(Cubes.cube(in, 2 * i, 0.5, 0));
                    }
                })
                .contacts(4)
                .build();
        InlineStepper stepper = stepper(world);
        PhysicsException failure = assertThrows(PhysicsException.class, stepper::advanceTick);
        assertTrue(failure.getCause().getMessage().contains("contacts of the builder"), failure.getCause()::toString);
    }

    @Test
    void aBodyInALayerThatDoesNotExistIsRefused() {
        JoltSimulation world = cubes();
        stepper(world);
        Body body = Cubes.cube(world, 0, 5, 0, settings -> settings.setObjectLayer(2));
        refusedWith(
                "the object layer of a body must be between 0 and 1, was 2; call setObjectLayer of its settings, or"
                        + " make the layer by layer(2) of the builder",
                IllegalArgumentException.class,
                () -> world.add(body));
    }

    /** A ball at 200 m/s that Jolt finds to hit a thin wall along its way, far from the centre of the wall. */
    @Test
    void aFastContactHasTheNormalOfTheWallAndNeitherPointNorImpulse() {
        JoltSimulation world = JoltSimulation.of(StateLayout.of(2), in -> {
            in.add(Cubes.body(
                    in,
                    new BoxShape(new Vec3(0.05f, 5, 5)),
                    new RVec3(),
                    settings -> settings.setMotionType(EMotionType.Static)));
            in.add(Cubes.body(
                    in,
                    new SphereShape(0.2f),
                    new RVec3(-3, 4, 0),
                    settings -> settings.setMotionQuality(EMotionQuality.LinearCast)));
            in.bodies().setLinearVelocity(in.body(1).getId(), new Vec3(200, 0, 0));
        });
        InlineStepper stepper = stepper(world);
        EventReader events = stepper.events().with().open();
        List<String> begins = new ArrayList<>();
        for (int tick = 0; tick < 4; tick++) {
            stepper.advanceTick();
            events.poll(event -> {
                if (event.kind() == Kind.CONTACT_BEGIN) {
                    begins.add(event.x() + " " + Math.abs(Math.round(event.nx())) + " " + event.impulse());
                }
            });
        }
        assertEquals(List.of("NaN 1 NaN"), begins);
    }

    /** Makes a world of cubes above each other, in slots from 0. */
    private static JoltSimulation cubes(float... heights) {
        return JoltSimulation.of(StateLayout.of(8), world -> {
            Cubes.floor(world);
            for (float height : heights) {
                world.add(Cubes.cube(world, 0, height, 0));
            }
        });
    }
}
