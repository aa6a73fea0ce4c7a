local code = missing()
if code then
  return refuse(code)
end
return ok()
