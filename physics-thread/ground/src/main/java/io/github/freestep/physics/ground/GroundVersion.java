package io.github.freestep.physics.ground;

import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * All cells of a ground at one time, which never change. Any thread may read it, without a lock or an allocation.
 * Versions share the sections, and the layers of sections, that are the same.
 *
 * <pre>{@code
 * GroundVersion now = ground.version(); // once in a step
 * boolean stands = now.cell(x, y - 1, z) != AIR;
 * }</pre>
 */
public final class GroundVersion {
    /** What {@link #cell} returns where no section is loaded. */
    public static final int NOT_LOADED = -1;

    static final GroundVersion EMPTY = new GroundVersion(new Entry[1], 0);

    /** A key has as many bits of each coordinate of a section. */
    private static final int BITS = 21;

    /** The largest average length of a list. */
    private static final int MOST_LISTED = 2;

    /** A list for each hash of a key. */
    final @Nullable Entry[] lists;

    private final int count;

    /** A section in a list, and what follows. */
    record Entry(long key, GroundSection section, @Nullable Entry next) {
        /** The list without a section that it has. */
        @Nullable Entry without(long removed) {
            return key == removed
                    ? next
                    : new Entry(key, section, Objects.requireNonNull(next).without(removed));
        }
    }

    private GroundVersion(@Nullable Entry[] lists, int count) {
        this.lists = lists;
        this.count = count;
    }

    /**
     * Returns a cell.
     *
     * @param x the first coordinate
     * @param y the height
     * @param z the third coordinate
     * @return from 0 to {@link GroundSection#MOST_CELL}; {@link #NOT_LOADED} if its section is not loaded
     */
    public int cell(int x, int y, int z) {
        GroundSection section = section(x >> 4, y >> 4, z >> 4);
        return section == null ? NOT_LOADED : section.cell(x, y, z);
    }

    /**
     * Returns a section.
     *
     * @param x a cell's coordinate divided by 16 and rounded down, like the others
     * @param y the height
     * @param z the third coordinate
     * @return null if it is not loaded
     */
    @SuppressWarnings("exports") // See module-info.
    public @Nullable GroundSection section(int x, int y, int z) {
        return isInRange(x, y, z) ? section(lists, key(x, y, z)) : null;
    }

    private static @Nullable GroundSection section(@Nullable Entry[] lists, long key) {
        Entry entry = lists[list(key, lists.length)];
        while (entry != null && entry.key != key) {
            entry = entry.next;
        }
        return entry == null ? null : entry.section;
    }

    private static int list(long key, int lists) {
        return (int) ((key ^ key >>> 32) * 0x9E37_79B9_7F4A_7C15L >>> 32) & lists - 1; // z is above bit 41
    }

    /**
     * Returns the number of loaded sections.
     *
     * @return from 0
     */
    public int sections() {
        return count;
    }

    static boolean isInRange(int x, int y, int z) {
        long key = key(x, y, z);
        return coordinate(key, 0) == x && coordinate(key, 1) == y && coordinate(key, 2) == z;
    }

    static long key(int x, int y, int z) {
        long mask = (1L << BITS) - 1;
        return (z & mask) << 2 * BITS | (y & mask) << BITS | x & mask;
    }

    static int coordinate(long key, int axis) {
        return (int) (key << Long.SIZE - BITS * (axis + 1) >> Long.SIZE - BITS);
    }

    /** Sorted, so that equal grounds save the same bytes, in whichever order their sections came. */
    void write(DataOutput out) throws IOException {
        SortedMap<Long, GroundSection> sorted = new TreeMap<>();
        for (Entry list : lists) {
            for (Entry entry = list; entry != null; entry = entry.next) {
                sorted.put(entry.key, entry.section);
            }
        }
        out.writeInt(count);
        for (Map.Entry<Long, GroundSection> each : sorted.entrySet()) {
            out.writeLong(each.getKey());
            each.getValue().write(out);
        }
    }

    /** Makes the next version. Copies the table of lists once, and the lists and sections that change. */
    static final class Edit {
        private final Object owner = new Object();
        private @Nullable Entry[] lists;
        private int count;

        Edit(GroundVersion from) {
            lists = from.lists.clone();
            count = from.count;
        }

        /** Returns whether the cell was another one. That of a section that is not loaded stays as it is. */
        boolean set(long key, int index, int cell) {
            GroundSection section = section(lists, key);
            if (section == null || section.at(index) == cell) {
                return false;
            }
            return put(key, section.with(index, cell, owner));
        }

        /** Loads, replaces or, without a section, unloads one. Returns false if there is none before and after. */
        boolean put(long key, @Nullable GroundSection section) {
            boolean isLoaded = section(lists, key) != null;
            if (isLoaded) {
                int list = list(key, lists.length);
                lists[list] = lists[list].without(key);
                count--;
            }
            if (section != null) {
                if (++count > MOST_LISTED * lists.length) {
                    grow();
                }
                add(key, section);
            }
            return isLoaded || section != null;
        }

        private void add(long key, GroundSection section) {
            int list = list(key, lists.length);
            lists[list] = new Entry(key, section, lists[list]);
        }

        private void grow() {
            @Nullable Entry[] old = lists;
            lists = new Entry[4 * old.length];
            for (Entry list : old) {
                for (Entry entry = list; entry != null; entry = entry.next) {
                    add(entry.key, entry.section);
                }
            }
        }

        GroundVersion version() {
            return new GroundVersion(lists, count);
        }
    }
}
