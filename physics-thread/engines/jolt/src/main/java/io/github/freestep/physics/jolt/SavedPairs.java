package io.github.freestep.physics.jolt;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * The pairs of a saved world: those that Jolt has contacts of, and what its contacts do not say of them, which is
 * whether a pair has begun, whether it is dormant, and which body is a sensor. A world whose contacts nobody read has
 * saved none of this, so its pairs count as begun if its solver has pushed them apart. Allocates only when a world has
 * more pairs than ever before.
 */
final class SavedPairs {
    /** Takes Jolt's contacts. Each of their pairs has begun, unless what is read next says otherwise. */
    final JoltBytes.Contacts touching = new Touching();

    private Pairs pairs = new Pairs();
    private final Consumer<Pair> begunIfPushed = pair -> pair.hasBegun = pair.impulse > 0;

    /** Whether the contacts of the saved world were read, so that it knows its pairs. */
    boolean wereRead;

    /** The room for bodies of the world that reads. */
    private final int bodies;

    SavedPairs(int bodies) {
        this.bodies = bodies;
    }

    /** Returns the pairs that were read, and takes others in exchange, whose objects are used for the next read. */
    Pairs exchange(Pairs others) {
        Pairs read = pairs;
        pairs = others;
        return read;
    }

    static void write(Pair pair, DataOutput out) throws IOException {
        out.writeLong(pair.key);
        out.writeBoolean(pair.hasBegun);
        out.writeBoolean(pair.isDormant);
        out.writeBoolean(pair.isSensor);
        out.writeBoolean(pair.isFirstSensor);
    }

    /** Reads the contacts of another save. */
    void readTouching(byte[] contacts, int length) throws IOException {
        pairs.clear();
        JoltBytes.readContacts(contacts, length, JoltRuntime.calls().frictionOfManifold(), touching);
    }

    /** Knows no more of the pairs than Jolt's contacts say. */
    void readNothing() {
        wereRead = false;
        pairs.forEach(begunIfPushed);
    }

    private final class Touching implements JoltBytes.Contacts {
        private Pair newest = new Pair();

        @Override
        public boolean pair(int id1, int id2, int manifolds) throws IOException {
            if (BodyIds.index(id1) >= bodies || BodyIds.index(id2) >= bodies) {
                throw new IOException("the saved world is damaged: it has a contact of bodies " + BodyIds.index(id1)
                        + " and " + BodyIds.index(id2) + ", and room for " + bodies + "; use another copy");
            }
            newest = manifolds > 0 ? begun(id1, id2) : newest;
            return true;
        }

        @Override
        public void point(float x1, float y1, float z1, float x2, float y2, float z2, float impulse) {
            newest.impulse += impulse;
        }

        @Override
        public void fast(int id1, int id2) {
            begun(id1, id2).impulse = Float.POSITIVE_INFINITY;
        }
    }

    private Pair begun(int id1, int id2) {
        long key = Pair.key(id1, id2);
        Pair pair = pairs.find(key);
        if (pair == null) {
            pair = pairs.add(key);
            pair.hasBegun = true;
            pair.impulse = 0;
        }
        return pair;
    }

    /**
     * Reads what {@link #write} has written. A pair that is there twice, or dormant and in contact, would end twice.
     */
    void readSpecial(DataInput in) throws IOException {
        wereRead = true;
        int count = in.readInt();
        if (count < 0) {
            throw new IOException("the saved world is damaged: it has " + count + " pairs; use another copy");
        }
        long last = 0;
        for (int i = 0; i < count; i++) {
            long key = in.readLong();
            boolean hasBegun = in.readBoolean();
            boolean isDormant = in.readBoolean();
            Pair pair = pairs.find(key);
            boolean isSorted = i == 0 || Long.compareUnsigned(last, key) < 0;
            if (!isSorted || isDormant == (pair != null)) {
                throw new IOException("the saved world is damaged: a pair of bodies must be in order, and either"
                        + " dormant or in contact, was " + Long.toHexString(key) + "; use another copy");
            }
            if (pair == null) {
                pair = pairs.add(key);
            }
            pair.hasBegun = hasBegun;
            pair.isDormant = isDormant;
            pair.isSensor = in.readBoolean();
            pair.isFirstSensor = in.readBoolean();
            last = key;
        }
    }
}
