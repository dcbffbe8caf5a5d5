layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 facing;
layout(location = 2) in vec3 position;
layout(location = 3) in vec4 turn;
layout(location = 4) in float alive;

uniform mat4 view;
uniform float size;
uniform int settled;

out vec3 at;
out vec3 normal;
out vec3 local;
flat out vec3 colour;

vec3 turned(vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

// Neighbours in number are far apart in hue, and no two hues are of the same lightness by chance.
vec3 paint(int body) {
    float hue = fract(float(body) * 0.61803399) * 6.2831853;
    vec3 wheel = 0.5 + 0.5 * cos(hue + vec3(0.0, 2.0943951, 4.1887902));
    float light = 0.80 + 0.20 * fract(float(body) * 0.7548777);
    return mix(vec3(0.55), wheel, 0.62) * light;
}

void main() {
    local = corner * 2.0;
    at = position + turned(corner * size);
    normal = turned(facing);
    colour = gl_InstanceID < settled ? paint(gl_InstanceID) : vec3(1.0, 0.93, 0.35);
    // What is not alive holds anything at all, and goes outside of every picture.
    gl_Position = alive > 0.5 ? view * vec4(at, 1.0) : vec4(2.0, 2.0, 2.0, 1.0);
}
