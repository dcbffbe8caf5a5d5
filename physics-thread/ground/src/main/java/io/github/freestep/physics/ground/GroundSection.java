package io.github.freestep.physics.ground;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cells of a cube of 16 x 16 x 16, which never change. Any thread may make and read sections, and several grounds
 * may share one. A change of the ground makes a new section, which shares the layers without a change with the one
 * before. So a section that is the same object in two versions has the same cells in both, and what you have computed
 * from it, such as a shape of an engine, still holds. See the example of {@link GroundWriter}.
 */
public final class GroundSection {
    /** How many cells a section has along each axis. */
    public static final int SIZE = 16;

    /** The largest value of a cell; the smallest is 0. */
    public static final int MOST_CELL = Character.MAX_VALUE;

    private static final int LAYER = SIZE * SIZE;
    static final int CELLS = LAYER * SIZE;

    /** Layers of the same cells are one array. */
    private final char[][] layers;

    /** Of the version that was made when this section was, which alone may still change it. */
    private final @Nullable Object owner;

    /** A bit for each layer that no other section has. */
    private int owned;

    /** Returns the cells of a section. */
    @FunctionalInterface
    public interface Cells {
        /**
         * Returns a cell.
         *
         * @param x from 0 to 15, like the others
         * @param y the height in the section
         * @param z the third coordinate
         * @return from 0 to {@link GroundSection#MOST_CELL}
         */
        int cell(int x, int y, int z);
    }

    private GroundSection(char[][] layers, @Nullable Object owner) {
        this.layers = layers;
        this.owner = owner;
    }

    /**
     * Makes a section. Calls {@code cells} 4,096 times, and keeps equal layers only once.
     *
     * @param cells returns each cell
     * @return the section
     * @throws IllegalArgumentException if a cell is out of range
     */
    public static GroundSection of(Cells cells) {
        Objects.requireNonNull(cells, "cells must not be null");
        char[][] layers = new char[SIZE][];
        for (int y = 0; y < SIZE; y++) {
            char[] layer = new char[LAYER];
            for (int i = 0; i < LAYER; i++) {
                layer[i] = (char) requireCell(cells.cell(i % SIZE, y, i / SIZE));
            }
            layers[y] = y > 0 && Arrays.equals(layer, layers[y - 1]) ? layers[y - 1] : layer;
        }
        return new GroundSection(layers, null);
    }

    static int requireCell(int cell) {
        if (cell < 0 || cell > MOST_CELL) {
            throw new IllegalArgumentException("cell must be between 0 and " + MOST_CELL + ", was " + cell
                    + "; number the kinds of blocks between which your step distinguishes");
        }
        return cell;
    }

    /**
     * Returns a cell.
     *
     * @param x any coordinate of a cell, of which the lowest four bits count, like those of the others
     * @param y the height
     * @param z the third coordinate
     * @return from 0 to {@link #MOST_CELL}
     */
    public int cell(int x, int y, int z) {
        return layers[y & SIZE - 1][index(x, 0, z)];
    }

    /** Where a cell is: four bits for each coordinate. */
    static int index(int x, int y, int z) {
        return (y & SIZE - 1) << 8 | (z & SIZE - 1) << 4 | x & SIZE - 1;
    }

    static int coordinate(int index, int axis) {
        return index >> (axis == 0 ? 0 : axis == 1 ? 8 : 4) & SIZE - 1;
    }

    int at(int index) {
        return layers[index >> 8][index & LAYER - 1];
    }

    /** Returns a section with another cell: this one, if the owner has made it. */
    GroundSection with(int index, int cell, Object by) {
        GroundSection changed = owner == by ? this : new GroundSection(layers.clone(), by);
        int y = index >> 8;
        if ((changed.owned & 1 << y) == 0) {
            changed.layers[y] = changed.layers[y].clone();
            changed.owned |= 1 << y;
        }
        changed.layers[y][index & LAYER - 1] = (char) cell;
        return changed;
    }

    /** How many cells of a layer are saved: none if they are as below, one if all are equal. */
    private int saved(int y) {
        char[] layer = layers[y];
        if (y > 0 && Arrays.equals(layer, layers[y - 1])) {
            return 0;
        }
        return Arrays.equals(layer, 0, LAYER - 1, layer, 1, LAYER) ? 1 : LAYER;
    }

    /** How many bytes {@link #write} writes. */
    int bytes() {
        return Character.BYTES
                * (SIZE + IntStream.range(0, SIZE).map(this::saved).sum());
    }

    void write(DataOutput out) throws IOException {
        for (int y = 0; y < SIZE; y++) {
            int saved = saved(y);
            out.writeChar(saved);
            for (int i = 0; i < saved; i++) {
                out.writeChar(layers[y][i]);
            }
        }
    }

    static GroundSection read(DataInput in) throws IOException {
        char[][] layers = new char[SIZE][];
        for (int y = 0; y < SIZE; y++) {
            int saved = in.readChar();
            if (saved > 1 && saved != LAYER || saved == 0 && y == 0) {
                throw new IOException("a layer of the ground must have 0, 1 or 256 cells, and the lowest one some,"
                        + " layer " + y + " had " + saved + "; use an undamaged save");
            }
            layers[y] = saved == 0 ? layers[y - 1] : new char[LAYER];
            for (int i = 0; saved > 0 && i < LAYER; i++) {
                layers[y][i] = i < saved ? in.readChar() : layers[y][0];
            }
        }
        return new GroundSection(layers, null);
    }
}
