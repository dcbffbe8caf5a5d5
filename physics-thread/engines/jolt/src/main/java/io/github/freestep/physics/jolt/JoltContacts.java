package io.github.freestep.physics.jolt;

import com.github.stephengold.joltjni.Body;
import com.github.stephengold.joltjni.ContactManifold;
import com.github.stephengold.joltjni.CustomContactListener;
import com.github.stephengold.joltjni.Quat;
import com.github.stephengold.joltjni.RVec3;
import com.github.stephengold.joltjni.Vec3;
import com.github.stephengold.joltjni.enumerate.EBodyType;
import com.github.stephengold.joltjni.enumerate.EStateRecorderState;
import com.github.stephengold.joltjni.enumerate.ValidateResult;
import io.github.freestep.physics.engines.Touches;
import io.github.freestep.state.State;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reports pairs of bodies that begin or stop touching. After each step, it reads the contacts that Jolt saves, and
 * compares their pairs with those of the step before, because only a save has the points and impulses, and takes no
 * longer than a call for each contact. It reports in an order that is the same for any number of threads and after a
 * restore: begins as Jolt saves them, which sorts them, and ends by the numbers of the bodies.
 *
 * <p>Jolt calls this listener only for what no save says: for a rule, and for the normals of contacts that it finds
 * along the way of a fast body.
 *
 * <p>Jolt drops the contacts of bodies that have fallen asleep. Such a pair still touches, until one of its bodies is
 * awake and Jolt has found no contact.
 */
class JoltContacts extends CustomContactListener {
    private static final int ACCEPT = ValidateResult.AcceptAllContactsForThisBodyPair.ordinal();

    /** The depth from which on bodies count as touching, in metres. Jolt lets resting bodies sink in by up to 2 cm. */
    private static final float TOUCHING = -0.0005f;

    private final JoltSystem jolt;
    private final BodyIds ids;
    private final Touches touches;
    private Pairs pairs = new Pairs();
    private final Compared compared = new Compared();
    private final Consumer<Pair> missing = this::missing;
    private final List<Pair> candidates = new ArrayList<>();
    private final List<Pair> gone = new ArrayList<>();
    private final List<Pair> saved = new ArrayList<>();

    /** The pairs that last, for one call of {@link #forEach}. */
    private final Pairs lasting = new Pairs();

    private final List<Pair> pushed = new ArrayList<>();

    /** Whether {@link #pairs} are those of the world, which they are only while somebody reads contacts. */
    private boolean isCurrent;

    /** Whether Jolt calls this listener. */
    private boolean isSet;

    /**
     * The indices of the bodies that Jolt checks along their way. Without a listener, Jolt saves no contacts of them.
     */
    final BitSet fast = new BitSet();

    /** The number of the step, and of the pairs that Jolt has contacts of after it. */
    private int step;

    private int seen;
    private int dormant;

    private final @Nullable ContactRule rule;
    private final JoltContact contact;
    private final ContactVisitor begin;

    /** What the rule has thrown in this step. It must not leave a callback. */
    private @Nullable Throwable failure;

    JoltContacts(JoltSystem jolt, BodyIds ids, Touches touches, @Nullable ContactRule rule) {
        this.jolt = jolt;
        this.ids = ids;
        this.touches = touches;
        this.rule = rule;
        contact = new JoltContact(ids);
        begin = touches::contactBegin;
    }

    /** Finds out who reads contacts in the step that begins. A rule needs the calls of Jolt in any case. */
    void beforeStep() {
        boolean areRead = touches.areRead();
        if (areRead && !isCurrent) {
            findTouching();
        } else if (!areRead && isCurrent) {
            forget();
        }
        isCurrent = areRead;
        step++;
        if (isSet != (areRead && !fast.isEmpty() || rule != null)) {
            isSet = !isSet;
            jolt.listen(isSet);
        }
    }

    /**
     * Notes the pairs that touch before anybody has read contacts. They end without an event. Jolt has no contacts of
     * bodies that sleep, so their pairs begin when one of them wakes.
     */
    private void findTouching() {
        SavedPairs found = new SavedPairs(ids.room());
        readSaved(found.touching);
        found.readNothing();
        adopt(found);
    }

    private void forget() {
        pairs.clear();
        dormant = 0;
    }

    /** Returns whether the contact will be solved, as the rule wants. */
    private boolean isSolved(long body1, long body2, long manifold, long settings, boolean isNew) {
        if (rule == null || failure != null) {
            return true;
        }
        contact.set(body1, body2, manifold, settings, isNew);
        boolean isSensor = contact.isIgnored();
        try {
            rule.apply(contact);
        } catch (Throwable e) {
            failure = e;
        }
        return isSensor || !contact.isIgnored();
    }

    @Override
    public int onContactValidate(long body1, long body2, double x, double y, double z, long result) {
        return ACCEPT;
    }

    @Override
    public void onContactAdded(long body1, long body2, long manifold, long settings) {
        contact(body1, body2, manifold, settings, true);
    }

    @Override
    public void onContactPersisted(long body1, long body2, long manifold, long settings) {
        contact(body1, body2, manifold, settings, false);
    }

    /** Notes of a contact what Jolt does not save: whether the rule ignores it, and the normal if a body is fast. */
    void contact(long body1, long body2, long manifold, long settings, boolean isNew) {
        boolean isSolved = isSolved(body1, body2, manifold, settings, isNew);
        if (!isCurrent || isSolved && !isNew) {
            return;
        }
        Body first = new Body(body1);
        Body second = new Body(body2);
        long key = Pair.key(first.getId(), second.getId());
        Pair pair = pairs.find(key);
        if (pair == null) {
            pair = add(key, first, second);
        }
        if (!isSolved) {
            pair.ignored = step;
        } else if (!pair.hasBegun) {
            pair.fastNormal.set(new ContactManifold(manifold).getWorldSpaceNormal());
        }
    }

    private Pair add(long key, Body first, Body second) {
        Pair pair = pairs.add(key);
        pair.slot1 = ids.slot(pair.id1());
        pair.slot2 = ids.slot(pair.id2());
        pair.isFirstSensor = first.isSensor();
        pair.isSensor = pair.isFirstSensor || second.isSensor();
        return pair;
    }

    @Override
    public void onContactRemoved(long shapes) {}

    /** Reports what has begun and ended in the step. */
    void afterStep() {
        if (failure != null) {
            Throwable thrown = failure;
            failure = null;
            throw JoltCalls.unchecked(thrown);
        }
        if (!isCurrent) {
            return;
        }
        seen = 0;
        candidates.clear();
        readSaved(compared);
        boolean mayWake = dormant > 0 && jolt.system.getNumActiveBodies(EBodyType.RigidBody) > 0;
        if (mayWake || seen + dormant < pairs.size()) {
            pairs.forEach(missing);
            gone.sort(Pair.BY_BODIES);
            for (int i = 0; i < gone.size(); i++) {
                end(gone.get(i));
                pairs.remove(gone.get(i));
            }
            gone.clear();
        }
        begin();
    }

    /** Ends a pair of which Jolt has no contacts, unless it has dropped them because both bodies sleep. */
    private void missing(Pair pair) {
        if (pair.seen == step) {
            return;
        }
        dormant -= pair.isDormant ? 1 : 0;
        pair.isDormant = pair.hasBegun && !isDead(pair) && !isAwake(pair);
        if (pair.isDormant) {
            dormant++;
        } else {
            gone.add(pair);
        }
    }

    private void end(Pair pair) {
        if (!pair.hasBegun || isDead(pair)) {
            return;
        }
        if (pair.isSensor) {
            touches.sensorEnd(sensor(pair), visitor(pair));
        } else {
            touches.contactEnd(pair.slot1, pair.slot2);
        }
    }

    private static int sensor(Pair pair) {
        return pair.isFirstSensor ? pair.slot1 : pair.slot2;
    }

    private static int visitor(Pair pair) {
        return pair.isFirstSensor ? pair.slot2 : pair.slot1;
    }

    /** Returns whether a body was removed. The world has then ended the pair. */
    private boolean isDead(Pair pair) {
        return pair.slot1 != State.NO_SLOT && ids.slot(pair.id1()) != pair.slot1
                || pair.slot2 != State.NO_SLOT && ids.slot(pair.id2()) != pair.slot2;
    }

    private boolean isAwake(Pair pair) {
        return jolt.bodies.isActive(pair.id1()) || jolt.bodies.isActive(pair.id2());
    }

    private void begin() {
        for (int i = 0; i < candidates.size(); i++) {
            Pair pair = candidates.get(i);
            // A pair that is only close may have been pushed apart.
            pair.hasBegun = pair.impulse > 0 || pair.depth >= TOUCHING && pair.ignored != step;
            if (pair.hasBegun && pair.isSensor) {
                touches.sensorBegin(sensor(pair), visitor(pair), Double.NaN, Double.NaN, Double.NaN);
            } else if (pair.hasBegun) {
                pass(pair, begin);
            }
        }
    }

    private void readSaved(JoltBytes.Contacts into) {
        try {
            int length = jolt.save(EStateRecorderState.Contacts);
            JoltBytes.readContacts(jolt.saved, length, JoltRuntime.calls().frictionOfManifold(), into);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "this version of Jolt does not keep contacts as the versions do that this adapter reads; use"
                            + " jolt-jni " + JoltCalls.TESTED + ", with which it was tested",
                    e);
        }
    }

    /** Adds up the impulses of some pairs, and takes the point of each that has the largest one. */
    private abstract class Solved implements JoltBytes.Contacts {
        private @Nullable Pair pair;

        /** How the second body lay in the space of the first, and the normal in those of the second and the first. */
        private final Vec3 offset = new Vec3();

        private final Quat turn = new Quat();
        private final Vec3 normal = new Vec3();
        private final Vec3 turned = new Vec3();

        @Override
        public boolean pair(int id1, int id2, int manifolds) {
            pair = manifolds > 0 ? find(id1, id2) : null;
            return pair != null;
        }

        abstract @Nullable Pair find(int id1, int id2);

        @Override
        public void pose(float x, float y, float z, float qx, float qy, float qz) {
            offset.set(x, y, z);
            turn.set(qx, qy, qz, (float) Math.sqrt(Math.max(0, 1 - qx * qx - qy * qy - qz * qz)));
        }

        @Override
        public void manifold(float x, float y, float z) {
            normal.set(x, y, z);
            turned.set(x, y, z);
            turned.rotateInPlace(turn);
        }

        @Override
        public void point(float x1, float y1, float z1, float x2, float y2, float z2, float impulse) {
            float depth = (x1 - offset.getX()) * turned.getX()
                    + (y1 - offset.getY()) * turned.getY()
                    + (z1 - offset.getZ()) * turned.getZ()
                    - x2 * normal.getX()
                    - y2 * normal.getY()
                    - z2 * normal.getZ();
            pair.depth = Math.max(pair.depth, depth);
            pair.impulse += impulse;
            if (impulse > pair.most) {
                pair.most = impulse;
                pair.normal.set(normal);
                pair.point.set(x2, y2, z2);
            }
        }
    }

    /** Notes all pairs, and takes those that have not begun. */
    private final class Compared extends Solved {
        @Override
        @Nullable Pair find(int id1, int id2) {
            long key = Pair.key(id1, id2);
            Pair found = pairs.find(key);
            if (found == null) {
                found = add(key, jolt.body(id1), jolt.body(id2));
            }
            if (found.seen != step) {
                found.seen = step;
                seen++;
                dormant -= found.isDormant ? 1 : 0;
                found.isDormant = false;
                if (!found.hasBegun) {
                    found.clear();
                    candidates.add(found);
                }
            }
            return found.hasBegun ? null : found;
        }

        @Override
        public void fast(int id1, int id2) {
            Pair found = find(id1, id2);
            if (found != null) {
                found.depth = 0;
            }
        }
    }

    /**
     * Passes all pairs that the solver has pushed apart in the last step. They depend on nothing but Jolt's own state,
     * because in a match, all worlds must find the same ones, whoever reads events.
     */
    void forEach(ContactVisitor to) {
        lasting.clear();
        pushed.clear();
        readSaved(new Lasting());
        for (int i = 0; i < pushed.size(); i++) {
            Pair pair = pushed.get(i);
            if (pair.impulse > 0) {
                pass(pair, to);
            }
        }
    }

    /** Takes all pairs, but not those of a body that was removed since the step, whose contacts Jolt still has. */
    private final class Lasting extends Solved {
        @Override
        @Nullable Pair find(int id1, int id2) {
            if (!jolt.bodies.isAdded(id1) || !jolt.bodies.isAdded(id2)) {
                return null;
            }
            Pair found = lasting.add(Pair.key(id1, id2));
            found.slot1 = ids.slot(id1);
            found.slot2 = ids.slot(id2);
            found.clear();
            pushed.add(found);
            return found;
        }
    }

    /** Passes a contact. Jolt's normal points to the second body. */
    private void pass(Pair pair, ContactVisitor to) {
        Vec3 normal = pair.fastNormal;
        double x = Double.NaN;
        double y = Double.NaN;
        double z = Double.NaN;
        float impulse = Float.NaN;
        if (pair.most >= 0) {
            Quat turn = jolt.bodies.getRotation(pair.id2());
            RVec3 centre = jolt.bodies.getCenterOfMassPosition(pair.id2());
            normal = pair.normal;
            normal.rotateInPlace(turn);
            pair.point.rotateInPlace(turn);
            x = centre.xx() + pair.point.getX();
            y = centre.yy() + pair.point.getY();
            z = centre.zz() + pair.point.getZ();
            impulse = pair.impulse;
        }
        int sign = pair.slot1 >= pair.slot2 ? -1 : 1;
        to.contact(
                Math.max(pair.slot1, pair.slot2),
                Math.min(pair.slot1, pair.slot2),
                x,
                y,
                z,
                sign * normal.getX(),
                sign * normal.getY(),
                sign * normal.getZ(),
                impulse);
    }

    /** Writes what Jolt's own contacts do not say about pairs, if somebody reads contacts. */
    void save(DataOutput out) throws IOException {
        out.writeBoolean(isCurrent);
        if (!isCurrent) {
            return;
        }
        saved.clear();
        pairs.forEach(this::special);
        saved.sort(Pair.BY_BODIES);
        out.writeInt(saved.size());
        for (int i = 0; i < saved.size(); i++) {
            SavedPairs.write(saved.get(i), out);
        }
    }

    private void special(Pair pair) {
        if ((!pair.hasBegun || pair.isDormant || pair.isSensor) && !isDead(pair)) {
            saved.add(pair);
        }
    }

    /**
     * Continues with the pairs of another world, when all its bodies are there. Pairs that do not touch there end.
     * Pairs that touch there begin no more: they have begun before.
     */
    void restore(SavedPairs from) {
        if (isCurrent || from.wereRead) {
            adopt(from);
        }
    }

    private void adopt(SavedPairs from) {
        Pairs before = pairs;
        pairs = from.exchange(before);
        dormant = 0;
        isCurrent = true;
        pairs.forEach(from.wereRead ? this::adopt : this::adoptUnread);
        gone.forEach(pairs::remove);
        gone.clear();
        before.forEach(this::lost);
        gone.sort(Pair.BY_BODIES);
        gone.forEach(this::end);
        gone.clear();
    }

    /** Takes over a pair, but not one of a body that was removed since the last step. Jolt still has contacts of it. */
    private void adopt(Pair pair) {
        if (!jolt.bodies.isAdded(pair.id1()) || !jolt.bodies.isAdded(pair.id2())) {
            gone.add(pair);
            return;
        }
        pair.slot1 = ids.slot(pair.id1());
        pair.slot2 = ids.slot(pair.id2());
        dormant += pair.isDormant ? 1 : 0;
    }

    /** Adopts a pair of a world that has not noted which bodies are sensors. */
    private void adoptUnread(Pair pair) {
        if (jolt.bodies.isAdded(pair.id1()) && jolt.bodies.isAdded(pair.id2())) {
            pair.isFirstSensor = jolt.body(pair.id1()).isSensor();
            pair.isSensor = pair.isFirstSensor || jolt.body(pair.id2()).isSensor();
            pair.hasBegun |= pair.isSensor;
        }
        adopt(pair);
    }

    private void lost(Pair before) {
        Pair now = pairs.find(before.key);
        if (now == null || !now.hasBegun) {
            gone.add(before);
        }
    }

    /** For systems that step with several threads, any of which reports contacts. */
    static final class Shared extends JoltContacts {
        Shared(JoltSystem jolt, BodyIds ids, Touches touches, @Nullable ContactRule rule) {
            super(jolt, ids, touches, rule);
        }

        @Override
        synchronized void contact(long body1, long body2, long manifold, long settings, boolean isNew) {
            super.contact(body1, body2, manifold, settings, isNew);
        }
    }
}
