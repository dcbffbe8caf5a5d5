package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ConeConstraint;
import com.github.stephengold.joltjni.ConeConstraintSettings;
import com.github.stephengold.joltjni.DistanceConstraint;
import com.github.stephengold.joltjni.DistanceConstraintSettings;
import com.github.stephengold.joltjni.FixedConstraintSettings;
import com.github.stephengold.joltjni.HingeConstraint;
import com.github.stephengold.joltjni.HingeConstraintSettings;
import com.github.stephengold.joltjni.MotorSettings;
import com.github.stephengold.joltjni.PathConstraint;
import com.github.stephengold.joltjni.PathConstraintPathHermite;
import com.github.stephengold.joltjni.PathConstraintSettings;
import com.github.stephengold.joltjni.PointConstraintSettings;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SixDofConstraint;
import com.github.stephengold.joltjni.SixDofConstraintSettings;
import com.github.stephengold.joltjni.SliderConstraint;
import com.github.stephengold.joltjni.SliderConstraintSettings;
import com.github.stephengold.joltjni.SpringSettings;
import com.github.stephengold.joltjni.SwingTwistConstraint;
import com.github.stephengold.joltjni.SwingTwistConstraintSettings;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EAxis;
import com.github.stephengold.joltjni.enumerate.EConstraintSpace;
import com.github.stephengold.joltjni.enumerate.EMotionType;
import com.github.stephengold.joltjni.enumerate.EMotorState;
import com.github.stephengold.joltjni.enumerate.ESpringMode;
import io.github.freestep.physics.engines.EngineScene;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Boxes that hang on others by joints of nine kinds, with motors. Has no code to save them, or what it changes of
 * them.
 */
final class Joints implements EngineScene<JoltSimulation> {
    static final int KINDS = 9;

    /** LocalToBodyCOM, which later versions write LocalToBodyCom. */
    static final EConstraintSpace LOCAL = EConstraintSpace.values()[0];

    /** Each joint is between the slots 2 * kind and 2 * kind + 1. */
    static final int SLOTS = 2 * KINDS;

    private static final List<Supplier<TwoBodyConstraintSettings>> ALL = List.of(
            FixedConstraintSettings::new,
            PointConstraintSettings::new,
            DistanceConstraintSettings::new,
            HingeConstraintSettings::new,
            SliderConstraintSettings::new,
            ConeConstraintSettings::new,
            SwingTwistConstraintSettings::new,
            SixDofConstraintSettings::new,
            PathConstraintSettings::new);

    final TwoBodyConstraint[] all = new TwoBodyConstraint[KINDS];

    @Override
    public void build(JoltSimulation world) {
        for (int kind = 0; kind < KINDS; kind++) {
            world.add(Cubes.cube(world, 6 * kind, 20, 0, settings -> settings.setMotionType(EMotionType.Kinematic)));
            hang(world, kind);
        }
    }

    /** Adds a box where it is held, because Jolt keeps where the box of a path is in the beginning. */
    private void hang(JoltSimulation world, int kind) {
        world.add(Cubes.cube(world, 6 * kind + 1.5, 20, 0));
        TwoBodyConstraintSettings settings = settings(kind);
        Body held = world.body(2 * kind + 1);
        all[kind] = settings.create(world.body(2 * kind), held);
        if (all[kind] instanceof PathConstraint constraint) {
            PathConstraintPathHermite path = new PathConstraintPathHermite();
            for (int i = 0; i < 200; i++) {
                path.addPoint(new Vec3(1.5f, -i, i % 3), new Vec3(0, -1, 0), new Vec3(1, 0, 0));
            }
            constraint.setPath(path, 0);
        }
        world.system().addConstraint(all[kind]);
        turnOn(kind);
    }

    private static TwoBodyConstraintSettings settings(int kind) {
        TwoBodyConstraintSettings settings = ALL.get(kind).get();
        eachSetter(settings, "Space", before -> LOCAL);
        eachSetter(settings, "Po.*1", before -> new RVec3(0.75, 0, 0));
        eachSetter(settings, "Po.*2", before -> new RVec3(-0.75, 0, 0));
        eachSetter(settings, "HingeAxis[12]", before -> new Vec3(0, 0, 1));
        eachSetter(settings, "SliderAxis[12]", before -> new Vec3(0, 1, 0));
        eachSetter(settings, "NormalAxis[12]", before -> new Vec3(kind == 3 ? 0 : 1, kind == 3 ? 1 : 0, 0));
        eachSetter(settings, "HalfConeAngle|NormalHalfConeAngle|Limits?Max|TwistMaxAngle", before -> 0.2f);
        eachSetter(settings, "PlaneHalfConeAngle|MaxDistance", before -> 0.3f);
        eachSetter(settings, "Limits?Min|TwistMinAngle", before -> -0.2f);
        if (settings instanceof SixDofConstraintSettings sixDof) {
            for (EAxis axis : axes()) {
                float limit = 0.05f * (axis.ordinal() + 1);
                sixDof.setLimitedAxis(axis, -limit, limit);
            }
        }
        return settings;
    }

    /** Returns settings of one of the first eight kinds with axes at random. */
    static TwoBodyConstraintSettings tilted(int kind, Random random) {
        TwoBodyConstraintSettings settings = settings(kind);
        for (int body = 1; body <= 2; body++) {
            Quat turn = turn(random);
            eachSetter(settings, ".*Axis.*" + body, before -> {
                ((Vec3) before).rotateInPlace(turn);
                return before;
            });
        }
        return settings;
    }

    /** Changes all values with such names. */
    private static void eachSetter(TwoBodyConstraintSettings of, String names, UnaryOperator<Object> change) {
        for (Method set : of.getClass().getMethods()) {
            if (set.getName().matches("set(" + names + ")") && set.getParameterCount() == 1) {
                try {
                    Method get = of.getClass().getMethod("get" + set.getName().substring(3));
                    set.invoke(of, change.apply(get.invoke(of)));
                } catch (ReflectiveOperationException e) {
                    throw new AssertionError(e);
                }
            }
        }
    }

    private static Quat turn(Random random) {
        Vec3 axis = new Vec3(random.nextFloat() - 0.5f, random.nextFloat() - 0.5f, random.nextFloat() + 0.1f);
        axis.normalizeInPlace();
        return Quat.sRotation(axis, 6 * random.nextFloat());
    }

    static EAxis[] axes() {
        return Arrays.copyOf(EAxis.values(), 6);
    }

    /** Turns the motors on, as many as there are. */
    private void turnOn(int kind) {
        if (all[kind] instanceof HingeConstraint hinge) {
            hinge.setTargetAngularVelocity(1);
            hinge.setMotorState(EMotorState.Velocity);
        } else if (all[kind] instanceof SliderConstraint slider) {
            slider.setTargetPosition(0.3f);
            slider.setMotorState(EMotorState.Position);
        } else if (all[kind] instanceof PathConstraint path) {
            path.setTargetPathFraction(2);
            path.setPositionMotorState(EMotorState.Position);
        } else if (all[kind] instanceof SwingTwistConstraint swingTwist) {
            swingTwist.setTargetOrientationCs(Quat.sRotation(new Vec3(0, 1, 0), 0.1f));
            swingTwist.setSwingMotorState(EMotorState.Position);
        } else if (all[kind] instanceof SixDofConstraint sixDof) {
            sixDof.setTargetVelocityCs(new Vec3(0, 0, 1));
            sixDof.setMotorState(EAxis.TranslationZ, EMotorState.Velocity);
        }
    }

    /** Changes all that can be changed of a joint, at random, and wakes its box. */
    static void change(JoltSimulation world, TwoBodyConstraint joint, Random random) {
        world.bodies().activateBody(joint.getBody2().getId());
        joint.setNumVelocityStepsOverride(random.nextInt(20));
        joint.setNumPositionStepsOverride(random.nextInt(5));
        joint.setEnabled(random.nextInt(8) > 0);
        float some = random.nextFloat();
        float other = random.nextFloat();
        if (joint instanceof DistanceConstraint distance) {
            distance.setDistance(some / 2, other < 0.3f ? Float.POSITIVE_INFINITY : some / 2 + other);
            change(distance.getLimitsSpringSettings(), random);
        } else if (joint instanceof HingeConstraint hinge) {
            hinge.setLimits(-some, other);
            change(hinge.getLimitsSpringSettings(), random);
            hinge.setMaxFrictionTorque(3 * some);
            change(hinge.getMotorSettings(), random);
            hinge.setMotorState(state(random));
            hinge.setTargetAngle(other);
        } else if (joint instanceof SliderConstraint slider) {
            slider.setLimits(-some, other);
            change(slider.getLimitsSpringSettings(), random);
            slider.setMaxFrictionForce(10 * some);
            change(slider.getMotorSettings(), random);
            slider.setMotorState(state(random));
            slider.setTargetVelocity(other);
        } else if (joint instanceof ConeConstraint cone) {
            cone.setHalfConeAngle(some);
        } else if (joint instanceof SwingTwistConstraint swingTwist) {
            swingTwist.setNormalHalfConeAngle(some);
            swingTwist.setPlaneHalfConeAngle(other);
            swingTwist.setTwistMinAngle(-some);
            swingTwist.setTwistMaxAngle(other);
            swingTwist.setMaxFrictionTorque(5 * some);
            change(swingTwist.getSwingMotorSettings(), random);
            change(swingTwist.getTwistMotorSettings(), random);
            swingTwist.setTwistMotorState(state(random));
            swingTwist.setTargetAngularVelocityCs(new Vec3(6 * some - 3, other, -some));
        } else if (joint instanceof SixDofConstraint sixDof) {
            // Jolt takes another way if no translation is left.
            int room = random.nextInt(2);
            sixDof.setTranslationLimits(
                    new Vec3(-some * room, 0, -other * room), new Vec3(other * room, room, some * room));
            sixDof.setRotationLimits(new Vec3(-some, -other, -some), new Vec3(other, other, some));
            // After the limits: Jolt looks only now whether there is friction on an axis that is not fixed.
            for (EAxis axis : axes()) {
                sixDof.setMaxFriction(axis, random.nextFloat());
                change(sixDof.getMotorSettings(axis), random);
                sixDof.setMotorState(axis, state(random));
                if (axis.ordinal() < 3) {
                    SpringSettings spring = new SpringSettings();
                    change(spring, random);
                    sixDof.setLimitsSpringSettings(axis, spring);
                    spring.close();
                }
            }
        } else if (joint instanceof PathConstraint path) {
            path.setMaxFrictionForce(10 * some);
            change(path.getPositionMotorSettings(), random);
            path.setPositionMotorState(state(random));
            path.setTargetVelocity(10 * other - 5);
            path.setTargetPathFraction(20 * some);
        }
    }

    private static EMotorState state(Random random) {
        return EMotorState.values()[random.nextInt(3)];
    }

    private static void change(MotorSettings motor, Random random) {
        motor.setForceLimits(-30 * random.nextFloat(), 30 * random.nextFloat());
        boolean isLimited = random.nextBoolean();
        motor.setTorqueLimits(isLimited ? -30 : Float.NEGATIVE_INFINITY, 30 * random.nextFloat());
        change(motor.getSpringSettings(), random);
    }

    private static void change(SpringSettings spring, Random random) {
        boolean isStiff = random.nextBoolean();
        spring.setMode(isStiff ? ESpringMode.StiffnessAndDamping : ESpringMode.FrequencyAndDamping);
        spring.setFrequency(isStiff ? 100 * random.nextFloat() : 5 * random.nextFloat());
        spring.setDamping(random.nextFloat());
    }
}
