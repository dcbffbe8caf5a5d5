package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ConeConstraint;
import com.github.stephengold.joltjni.Constraint;
import com.github.stephengold.joltjni.ConstraintSettingsRef;
import com.github.stephengold.joltjni.DistanceConstraint;
import com.github.stephengold.joltjni.HingeConstraint;
import com.github.stephengold.joltjni.JoltPhysicsObject;
import com.github.stephengold.joltjni.MotorSettings;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.SixDofConstraint;
import com.github.stephengold.joltjni.SixDofConstraintSettings;
import com.github.stephengold.joltjni.SliderConstraint;
import com.github.stephengold.joltjni.SpringSettings;
import com.github.stephengold.joltjni.SwingTwistConstraint;
import com.github.stephengold.joltjni.SwingTwistConstraintSettings;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EAxis;
import com.github.stephengold.joltjni.enumerate.ESpringMode;
import com.github.stephengold.joltjni.template.Ref;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a scene may change of its joints and Jolt does not save: limits, springs, frictions, settings of motors,
 * and numbers of solver steps. Jolt has no stream for them, so the numbers of each kind are passed in a fixed order: to
 * an array in a save, and from it in a restore. Jolt itself saves all of a path. May be used again for another save.
 */
final class JointSettings {
    private static final EAxis[] AXES = EAxis.values();
    private static final ESpringMode[] MODES = ESpringMode.values();

    private static final float PI = (float) Math.PI;

    /** How many axes move along a line; as many turn. */
    private static final int LINES = 3;

    /** The largest target of a hinge's motor, in radians. */
    private static final float MOST_TARGET = 1e6f;

    /** The largest distance, in metres, and the largest velocity of bodies of a joint whose limits are an ellipse. */
    private static final float FAR = 1e8f;

    /** How many angles are tried, on each side, to find the one with a given cosine. */
    private static final int MOST_ANGLES = 64;

    private float[] values = new float[64];
    private int count;

    /** In a restore: the place of the next value. */
    private int next;

    private boolean isRestore;

    /** In a restore: whether a cone has no angle with the cosine that was read. */
    private boolean lacksAngle;

    private @Nullable String whyEndless;

    private interface Setter {
        void set(float value);
    }

    private interface PairSetter {
        void set(float first, float second);
    }

    /** Takes the settings of all joints of a system. */
    void take(JoltSystem from) {
        count = 0;
        isRestore = false;
        from.forEachJoint(this::pass);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(count);
        for (int i = 0; i < count; i++) {
            out.writeFloat(values[i]);
        }
    }

    void read(DataInput in) throws IOException {
        count = 0;
        for (int left = in.readInt(); left != 0; left--) {
            float value = in.readFloat();
            // Infinite limits are usual.
            if (Float.isNaN(value)) {
                throw new IOException("the saved world is damaged: a setting of a joint is NaN; use another copy");
            }
            put(value);
        }
    }

    /**
     * Gives what was read to all joints of a system, which are those of the saved world in its order.
     *
     * @return false if they do not take as many values as were read, or a cone cannot take its cosine
     */
    boolean restore(JoltSystem to) {
        next = 0;
        isRestore = true;
        lacksAngle = false;
        to.forEachJoint(this::pass);
        return next == count && !lacksAngle;
    }

    /**
     * Returns why a step of Jolt may not end, or null. To reach the target of a hinge, Jolt subtracts whole turns until
     * less than half a turn is left. The limits of the other two it finds by an iteration, which NaN does not end. None
     * arose with distances up to 1e10 and velocities up to 1e9.
     */
    @Nullable String whyEndless(JoltSystem in) {
        whyEndless = null;
        in.forEachJoint(constraint -> {
            if (constraint instanceof HingeConstraint hinge) {
                if (Math.abs(hinge.getTargetAngle()) > MOST_TARGET) {
                    whyEndless = "the target angle of a hinge is infinite or too many turns away";
                }
            } else if (constraint instanceof SwingTwistConstraint || constraint instanceof SixDofConstraint) {
                Body body1 = ((TwoBodyConstraint) constraint).getBody1();
                Body body2 = ((TwoBodyConstraint) constraint).getBody2();
                if (isFast(body1) || isFast(body2) || isFar(body1, body2)) {
                    whyEndless = "the bodies of a joint are more than 100,000 km apart, or as fast in a second";
                }
            }
        });
        return whyEndless;
    }

    private static boolean isFast(Body body) {
        return body.getLinearVelocity().length() > FAR
                || body.getAngularVelocity().length() > FAR;
    }

    private static boolean isFar(Body body1, Body body2) {
        RVec3 from = body1.getCenterOfMassPosition();
        RVec3 to = body2.getCenterOfMassPosition();
        double most = Math.max(Math.abs(to.xx() - from.xx()), Math.abs(to.yy() - from.yy()));
        return Math.max(most, Math.abs(to.zz() - from.zz())) > FAR;
    }

    private void put(float value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, 2 * count);
        }
        values[count++] = value;
    }

    private float get(float otherwise) {
        return next++ < count ? values[next - 1] : otherwise;
    }

    private void pass(float now, Setter to) {
        if (isRestore) {
            to.set(get(now));
        } else {
            put(now);
        }
    }

    private void pass(float first, float second, PairSetter to) {
        if (isRestore) {
            to.set(get(first), get(second));
        } else {
            put(first);
            put(second);
        }
    }

    private void pass(Constraint constraint) {
        pass(constraint.getNumVelocityStepsOverride(), steps -> constraint.setNumVelocityStepsOverride((int) steps));
        pass(constraint.getNumPositionStepsOverride(), steps -> constraint.setNumPositionStepsOverride((int) steps));
        if (constraint instanceof DistanceConstraint distance) {
            pass(distance.getMinDistance(), distance.getMaxDistance(), distance::setDistance);
            pass(distance.getLimitsSpringSettings());
        } else if (constraint instanceof HingeConstraint hinge) {
            // Jolt turns by whole turns until it is within the limits, which would not end for large ones.
            pass(hinge.getLimitsMin(), hinge.getLimitsMax(), (min, max) -> hinge.setLimits(angle(min), angle(max)));
            pass(hinge.getLimitsSpringSettings());
            pass(hinge.getMaxFrictionTorque(), hinge::setMaxFrictionTorque);
            pass(hinge.getMotorSettings());
        } else if (constraint instanceof SliderConstraint slider) {
            pass(slider.getLimitsMin(), slider.getLimitsMax(), slider::setLimits);
            pass(slider.getLimitsSpringSettings());
            pass(slider.getMaxFrictionForce(), slider::setMaxFrictionForce);
            pass(slider.getMotorSettings());
        } else if (constraint instanceof ConeConstraint cone) {
            pass(cone.getCosHalfConeAngle(), cos -> lacksAngle |= !setCosine(cone, cos));
        } else if (constraint instanceof SwingTwistConstraint swingTwist) {
            passSwingTwist(swingTwist);
        } else if (constraint instanceof SixDofConstraint sixDof) {
            passSixDof(sixDof);
        }
    }

    private static float angle(float value) {
        return Math.max(-PI, Math.min(PI, value));
    }

    /** The constraint itself has no getters of its limits. */
    private void passSwingTwist(SwingTwistConstraint constraint) {
        // In later versions of the binding, the settings are a reference as well.
        try (ConstraintSettingsRef reference = constraint.getConstraintSettings();
                SwingTwistConstraintSettings now = (SwingTwistConstraintSettings) reference.getPtr()) {
            pass(now.getNormalHalfConeAngle(), constraint::setNormalHalfConeAngle);
            pass(now.getPlaneHalfConeAngle(), constraint::setPlaneHalfConeAngle);
            pass(now.getTwistMinAngle(), constraint::setTwistMinAngle);
            pass(now.getTwistMaxAngle(), constraint::setTwistMaxAngle);
            pass(now.getMaxFrictionTorque(), constraint::setMaxFrictionTorque);
        }
        pass(constraint.getSwingMotorSettings());
        pass(constraint.getTwistMotorSettings());
    }

    private void passSixDof(SixDofConstraint constraint) {
        JoltCalls calls = JoltRuntime.calls();
        float[] limits = new float[4 * LINES];
        float[] friction = new float[2 * LINES];
        // The constraint itself has a getter of its friction, which returns its upper limit in version 0.9.9.
        try (ConstraintSettingsRef reference = constraint.getConstraintSettings();
                SixDofConstraintSettings now = (SixDofConstraintSettings) reference.getPtr()) {
            for (int i = 0; i < friction.length; i++) {
                friction[i] = now.getMaxFriction(AXES[i]);
            }
        }
        for (int i = 0; i < 2 * LINES; i++) {
            EAxis axis = AXES[i];
            int limit = 2 * i;
            pass(constraint.getLimitsMin(axis), constraint.getLimitsMax(axis), (min, max) -> {
                limits[limit] = min;
                limits[limit + 1] = max;
            });
            pass(friction[i], newFriction -> constraint.setMaxFriction(axis, newFriction));
            pass(constraint.getMotorSettings(axis));
            if (i < LINES) {
                Object spring = calls.limitSpring().call(constraint, axis);
                pass((SpringSettings) spring);
                if (isRestore) {
                    // Jolt then notes whether there is a spring at all.
                    calls.setLimitSpring().call(constraint, axis, spring);
                }
            }
        }
        if (isRestore) {
            constraint.setTranslationLimits(vector(limits, 0), vector(limits, 1));
            constraint.setRotationLimits(vector(limits, 2 * LINES), vector(limits, 2 * LINES + 1));
        }
    }

    private static Vec3 vector(float[] limits, int first) {
        return new Vec3(limits[first], limits[first + 2], limits[first + 4]);
    }

    private void pass(MotorSettings motor) {
        pass(motor.getMinForceLimit(), motor.getMaxForceLimit(), motor::setForceLimits);
        pass(motor.getMinTorqueLimit(), motor.getMaxTorqueLimit(), motor::setTorqueLimits);
        pass((SpringSettings) JoltRuntime.calls().motorSpring().call(motor));
        free(motor);
    }

    /** Frequency and stiffness are one number, whose meaning depends on the mode. */
    private void pass(SpringSettings spring) {
        pass(spring.getMode().ordinal(), mode -> spring.setMode(MODES[mode == 0 ? 0 : 1]));
        pass(spring.getFrequency(), spring::setFrequency);
        pass(spring.getDamping(), spring::setDamping);
        free(spring);
    }

    /** Frees the native reference to the constraint that the binding makes with each of these objects. */
    private static void free(JoltPhysicsObject settings) {
        if (JoltRuntime.calls().container().call(settings) instanceof Ref reference) {
            reference.close();
        }
    }

    /**
     * Finds the angle with a cosine, because Jolt takes the angle and keeps the cosine. Its cosine is off by some bits,
     * so the angle is near the right one.
     *
     * @return false if none of the angles that are tried has the cosine
     */
    private static boolean setCosine(ConeConstraint cone, float cos) {
        double angle = Math.acos(Math.max(-1, Math.min(1, cos)));
        double step = Math.max(Math.ulp((float) angle), Math.ulp(cos) / 4 / Math.max(Math.sin(angle), 1e-4));
        for (int i = 0; i <= 2 * MOST_ANGLES && cone.getCosHalfConeAngle() != cos; i++) {
            cone.setHalfConeAngle((float) (angle + (i % 2 == 0 ? i / 2 : -i / 2 - 1) * step));
        }
        return cone.getCosHalfConeAngle() == cos;
    }
}
