package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Mat44;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EConstraintSubType;
import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The points, axes and options that a joint was made with, in the spaces of its bodies. Unlike {@link JointSettings},
 * they cannot be changed later. Some kinds keep a quaternion of their axes, from which Jolt returns other axes. So they
 * must be noted when a joint is made: only the same numbers make another of the same bits.
 */
final class JointShape {
    /** For each kind, by its number. They are called by name, because their types differ between versions. */
    private static final List<String> PROPERTIES = List.of(
            "Space Point1 Point2 AxisX1 AxisY1 AxisX2 AxisY2",
            "Space Point1 Point2",
            "Space Point1 Point2 HingeAxis1 NormalAxis1 HingeAxis2 NormalAxis2",
            "Space Point1 Point2 SliderAxis1 NormalAxis1 SliderAxis2 NormalAxis2",
            "Space Point1 Point2",
            "Space Point1 Point2 TwistAxis1 TwistAxis2",
            "Space SwingType Position1 Position2 TwistAxis1 PlaneAxis1 TwistAxis2 PlaneAxis2",
            "Space SwingType Position1 Position2 AxisX1 AxisY1 AxisX2 AxisY2");

    /** How much the squared length of an axis may differ from 1. */
    private static final float MOST_UNEVEN = 1e-3f;

    /** The farthest point, in metres. */
    private static final float FAR = 1e6f;

    private JointShape() {}

    /** Returns whether joints of a kind can be made anew: not those of a path, a gear, a rack, a pulley or a vehicle. */
    static boolean isKnown(int kind) {
        return kind < PROPERTIES.size();
    }

    /** Returns the shape of settings, which a joint of a known kind has returned. */
    static List<Float> of(int kind, TwoBodyConstraintSettings settings) {
        List<Float> shape = new ArrayList<>();
        for (String name : PROPERTIES.get(kind).split(" ")) {
            Object value = call(settings, "get" + name);
            if (value instanceof RVec3 point) {
                shape.addAll(List.of((float) point.xx(), (float) point.yy(), (float) point.zz()));
            } else if (value instanceof Vec3 axis) {
                shape.addAll(List.of(axis.getX(), axis.getY(), axis.getZ()));
            } else {
                shape.add((float) ((Enum<?>) value).ordinal());
            }
        }
        return shape;
    }

    /** Makes a joint of a known kind with the default settings. Returns null if it cannot have the shape. */
    static @Nullable TwoBodyConstraint create(int kind, List<Float> shape, Body body1, Body body2) {
        Deque<Float> left = new ArrayDeque<>(shape);
        String name = EConstraintSubType.values()[kind].name() + "ConstraintSettings";
        Class<?> type = JoltCalls.type(Body.class.getPackageName() + ".", name);
        try (TwoBodyConstraintSettings settings =
                (TwoBodyConstraintSettings) type.getConstructor().newInstance()) {
            for (String property : PROPERTIES.get(kind).split(" ")) {
                Object before = call(settings, "get" + property);
                if (left.size() < (before instanceof Enum ? 1 : 3)) {
                    return null;
                }
                float x = left.remove();
                if (before instanceof Enum<?> option) {
                    Object[] all = option.getDeclaringClass().getEnumConstants();
                    call(settings, "set" + property, all[Math.floorMod((int) x, all.length)]);
                } else if (before instanceof RVec3) {
                    call(settings, "set" + property, new RVec3(x, left.remove(), left.remove()));
                } else {
                    call(settings, "set" + property, new Vec3(x, left.remove(), left.remove()));
                }
            }
            TwoBodyConstraint made = settings.create(body1, body2);
            return left.isEmpty() && isRigid(made) ? made : null;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object call(Object of, String name, Object... arguments) {
        try {
            Method found = Stream.of(of.getClass().getMethods())
                    .filter(method -> method.getName().equals(name) && method.getParameterCount() == arguments.length)
                    .findFirst()
                    .orElseThrow();
            return found.invoke(of, arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns whether the axes of a joint are perpendicular and of length 1. With others, a step might not end. */
    static boolean isRigid(TwoBodyConstraint joint) {
        return isRigid(joint.getConstraintToBody1Matrix()) && isRigid(joint.getConstraintToBody2Matrix());
    }

    private static boolean isRigid(Mat44 matrix) {
        boolean isRigid = true;
        for (int column = 0; column < 4; column++) {
            double squared = 0;
            for (int row = 0; row < 3; row++) {
                squared += Math.pow(matrix.getElement(row, column), 2);
            }
            isRigid &= column == 3 ? squared < FAR * FAR : Math.abs(squared - 1) < MOST_UNEVEN;
        }
        matrix.close();
        return isRigid;
    }
}
