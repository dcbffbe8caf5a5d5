package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.Mat44;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.TwoBodyConstraint;
import com.github.stephengold.joltjni.TwoBodyConstraintSettings;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.template.Ref;
import com.github.stephengold.joltjni.template.RefTarget;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The points, axes and options that a joint was made with, in the spaces of its bodies. Unlike {@link JointSettings},
 * they cannot be changed later. Some kinds keep a quaternion of their axes, from which Jolt returns other axes. So they
 * must be noted when a joint is made: only the same numbers make another of the same bits.
 */
final class JointShape {
    private record Property(JoltCalls.Call get, JoltCalls.Call set) {}

    private record Kind(JoltCalls.Call newSettings, List<Property> properties) {}

    /** By the numbers of the kinds. */
    private static final List<Kind> KINDS = List.of(
            kind("Fixed", "Space Point1 Point2 AxisX1 AxisY1 AxisX2 AxisY2"),
            kind("Point", "Space Point1 Point2"),
            kind("Hinge", "Space Point1 Point2 HingeAxis1 NormalAxis1 HingeAxis2 NormalAxis2"),
            kind("Slider", "Space Point1 Point2 SliderAxis1 NormalAxis1 SliderAxis2 NormalAxis2"),
            kind("Distance", "Space Point1 Point2"),
            kind("Cone", "Space Point1 Point2 TwistAxis1 TwistAxis2"),
            kind("SwingTwist", "Space SwingType Position1 Position2 TwistAxis1 PlaneAxis1 TwistAxis2 PlaneAxis2"),
            kind("SixDof", "Space SwingType Position1 Position2 AxisX1 AxisY1 AxisX2 AxisY2"));

    /** How much the squared length of an axis may differ from 1. */
    private static final float MOST_UNEVEN = 1e-3f;

    /** The farthest point, in metres. */
    private static final float FAR = 1e6f;

    private JointShape() {}

    /**
     * Returns whether joints of a kind can be made again: not those of a path, a gear, a rack, a pulley or a vehicle.
     */
    static boolean isKnown(int kind) {
        return kind < KINDS.size();
    }

    private static Kind kind(String name, String properties) {
        Class<?> type = JoltCalls.type(Body.class.getPackageName() + ".", name + "ConstraintSettings");
        List<Property> all = new ArrayList<>();
        for (String each : properties.split(" ")) {
            all.add(new Property(JoltCalls.call(type, "get" + each, 0), JoltCalls.call(type, "set" + each, 1)));
        }
        return new Kind(JoltCalls.call(type, JoltCalls.NEW, 0), all);
    }

    /** Returns the shape of settings, which a joint of a known kind has returned. */
    static List<Float> of(int kind, TwoBodyConstraintSettings settings) {
        List<Float> shape = new ArrayList<>();
        for (Property property : KINDS.get(kind).properties()) {
            Object value = property.get().call(settings);
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

    /** Makes a joint of a known kind with the default settings. Returns null if the shape is not of this kind. */
    static @Nullable TwoBodyConstraint create(int kind, List<Float> shape, Body body1, Body body2) {
        TwoBodyConstraintSettings settings =
                (TwoBodyConstraintSettings) KINDS.get(kind).newSettings().call();
        Ref reference = ((RefTarget) settings).toRef();
        // Version 0.9.9 frees them with the reference. In later versions, the settings are a reference as well.
        try (settings;
                reference) {
            if (of(kind, settings).size() != shape.size()) {
                return null;
            }
            Iterator<Float> from = shape.iterator();
            for (Property property : KINDS.get(kind).properties()) {
                Object value = property.get().call(settings);
                float x = from.next();
                if (value instanceof Enum<?> option) {
                    Object[] all = option.getDeclaringClass().getEnumConstants();
                    value = all[Math.floorMod((int) x, all.length)];
                } else if (value instanceof RVec3) {
                    value = new RVec3(x, from.next(), from.next());
                } else {
                    value = new Vec3(x, from.next(), from.next());
                }
                property.set().call(settings, value);
            }
            return settings.create(body1, body2);
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
