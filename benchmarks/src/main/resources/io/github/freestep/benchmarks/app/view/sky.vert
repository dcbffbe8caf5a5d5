uniform mat4 back;
uniform vec3 eye;

out vec3 way;

void main() {
    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    vec4 far = back * vec4(corner, 1.0, 1.0);
    way = far.xyz / far.w - eye;
    gl_Position = vec4(corner, 1.0, 1.0);
}
