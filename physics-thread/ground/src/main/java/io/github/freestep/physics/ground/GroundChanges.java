package io.github.freestep.physics.ground;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Where the ground has changed since the last step. For the physics thread. */
final class GroundChanges {
    private static final int AXES = 3;

    private static final int[] NOWHERE = {
        Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE
    };

    /** For each section, the least x, y and z, and the largest ones, of cells. */
    final Map<Long, int[]> boxes = new LinkedHashMap<>();

    void section(long key) {
        cell(key, 0);
        cell(key, GroundSection.CELLS - 1);
    }

    void cell(long key, int index) {
        int[] box = boxes.computeIfAbsent(key, first -> NOWHERE.clone());
        for (int axis = 0; axis < AXES; axis++) {
            int at = GroundVersion.coordinate(key, axis) * GroundSection.SIZE + GroundSection.coordinate(index, axis);
            box[axis] = Math.min(box[axis], at);
            box[AXES + axis] = Math.max(box[AXES + axis], at);
        }
    }

    void forEach(Ground.ChangeHandler handler) {
        if (!boxes.isEmpty()) {
            boxes.values().forEach(box -> handler.onChange(box[0], box[1], box[2], box[3], box[4], box[5]));
        }
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(boxes.size());
        for (int[] box : boxes.values()) {
            for (int at : box) {
                out.writeInt(at);
            }
        }
    }

    static GroundChanges read(DataInput in) throws IOException {
        GroundChanges read = new GroundChanges();
        for (int left = in.readInt(); left > 0; left--) {
            int[] box = new int[2 * AXES];
            for (int i = 0; i < box.length; i++) {
                box[i] = in.readInt();
            }
            read.boxes.put(GroundVersion.key(box[0] >> 4, box[1] >> 4, box[2] >> 4), box);
        }
        return read;
    }
}
