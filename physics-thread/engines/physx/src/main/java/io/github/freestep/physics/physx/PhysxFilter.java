package io.github.freestep.physics.physx;

import physx.physics.PxFilterFlagEnum;
import physx.physics.PxFilterObjectFlagEnum;
import physx.physics.PxPairFlagEnum;
import physx.support.PassThroughFilterShaderImpl;

/**
 * Decides which shapes collide. Uses the filter data of shapes as physx-jni's own filter does: word 0 is a mask of the
 * shape's groups, and word 1 is a mask of the groups that it collides with. Two shapes collide if word 1 of one has a
 * group of the other. Two things differ from that filter: a shape without filter data collides with all shapes, and
 * contacts are reported. Called once for each pair that comes close; allocates nothing.
 */
final class PhysxFilter extends PassThroughFilterShaderImpl {
    private final int contact = PxPairFlagEnum.eCONTACT_DEFAULT.value
            | PxPairFlagEnum.eNOTIFY_TOUCH_FOUND.value
            | PxPairFlagEnum.eNOTIFY_TOUCH_LOST.value
            | PxPairFlagEnum.eNOTIFY_CONTACT_POINTS.value;
    private final int trigger = PxPairFlagEnum.eTRIGGER_DEFAULT.value;
    private final int triggers = PxFilterObjectFlagEnum.eTRIGGER.value;
    private final int collide = PxFilterFlagEnum.eDEFAULT.value;
    private final int ignore = PxFilterFlagEnum.eSUPPRESS.value;

    @Override
    public int filterShader(
            int attributesA,
            int groupsA,
            int maskA,
            int word2A,
            int word3A,
            int attributesB,
            int groupsB,
            int maskB,
            int word2B,
            int word3B) {
        boolean anything = (groupsA | maskA) == 0 || (groupsB | maskB) == 0;
        if (!anything && (groupsA & maskB) == 0 && (groupsB & maskA) == 0) {
            return ignore;
        }
        setOutputPairFlags(((attributesA | attributesB) & triggers) != 0 ? trigger : contact);
        return collide;
    }
}
